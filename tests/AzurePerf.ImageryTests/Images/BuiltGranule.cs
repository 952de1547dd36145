using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Images;
using AzurePerf.ImageryTests.Hdf4;

namespace AzurePerf.ImageryTests.Images;

/// <summary>Granules of shapes that no made archive has: bands with scales of their own, one scan more, chosen flags.</summary>
internal static class BuiltGranule
{
    public const int Bands = 16;

    /// <summary>Radiances of MOD021KM and the positions of MOD03: band b of a pixel has <paramref name="value"/> / its scale.</summary>
    public static SwathFiles Radiances(SwathGeometry geometry, Func<int, float, float, ushort> value, Func<int, float>? scale = null, string name = "MOD021KM")
    {
        var (lines, samples) = (geometry.Lines, geometry.Samples);
        var values = new ushort[Bands * lines * samples];
        for (var i = 0; i < values.Length; i++)
        {
            var (band, pixel) = (i / (lines * samples), i % (lines * samples));
            values[i] = value(band, geometry.Latitude[pixel], geometry.Longitude[pixel]);
        }

        Hdf4Dimension[] axes = [new("Band_1KM_Emissive:MODIS_SWATH_Type_L1B", Bands), .. Pixels(lines, samples)];
        var scales = Enumerable.Range(0, Bands).Select(scale ?? (band => 0.001f * (band + 1))).ToArray();
        var offsets = Enumerable.Range(0, Bands).Select(band => 100f * band).ToArray();
        var data = new Hdf4Writer();
        data.Add(Hdf4NewDataSet.Of<ushort>(
            "EV_1KM_Emissive", axes, values, Hdf4Storage.Deflate(1),
            [
                Hdf4Attribute.Of<ushort>("_FillValue", 65535),
                Hdf4Attribute.Of<float>("radiance_scales", scales),
                Hdf4Attribute.Of<float>("radiance_offsets", offsets),
            ]));
        var places = new Hdf4Writer();
        places.Add(Hdf4NewDataSet.Of<float>("Latitude", Pixels(lines, samples), geometry.Latitude));
        places.Add(Hdf4NewDataSet.Of<float>("Longitude", Pixels(lines, samples), geometry.Longitude));
        return new SwathFiles(name, data.Bytes(), places.Bytes());
    }

    /// <summary>A tile of MOD11A1 in which every temperature is known and cell c has the flags c modulo 256.</summary>
    public static byte[] Temperatures(SinusoidalTile tile, int cells, Func<int, ushort> value)
    {
        Hdf4Dimension[] axes = [new("YDim:MODIS_Grid_1km", cells), new("XDim:MODIS_Grid_1km", cells)];
        var grid = tile.Grid(cells);
        var writer = new Hdf4Writer();
        var all = Enumerable.Range(0, cells * cells);
        writer.Add(Hdf4NewDataSet.Of<ushort>("LST_Day_1km", axes, all.Select(value).ToArray(), null, [Hdf4Attribute.Of<ushort>("_FillValue", 0)]));
        writer.Add(Hdf4NewDataSet.Of<byte>("QC_Day", axes, all.Select(cell => (byte)cell).ToArray()));
        writer.Add(new HdfEosStructure(
            [new(
                "MODIS_Grid_1km", cells, cells, (grid.Left, grid.Top), (grid.Right, grid.Bottom), "GCTP_SNSOID",
                [ProjectionFormulas.SphereRadius, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], -1, [],
                [new("LST_Day_1km", Hdf4NumberType.UInt16, ["YDim", "XDim"]), new("QC_Day", Hdf4NumberType.UInt8, ["YDim", "XDim"])])],
            []));
        return writer.Bytes();
    }

    private static Hdf4Dimension[] Pixels(int lines, int samples) =>
        [new("10*nscans:MODIS_SWATH_Type_L1B", lines), new("Max_EV_frames:MODIS_SWATH_Type_L1B", samples)];
}
