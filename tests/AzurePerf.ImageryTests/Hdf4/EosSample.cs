using AzurePerf.Imagery.Hdf4;

namespace AzurePerf.ImageryTests.Hdf4;

/// <summary>A small tile of the MODIS sinusoidal grid and a small swath with geolocation of every fifth pixel, in one file.</summary>
internal static class EosSample
{
    public const double TileMetres = 1111950.519667;

    public static readonly HdfEosStructure Structure = new(
        [new(
            "MOD_Grid",
            12,
            10,
            (-20015109.354, TileMetres),
            (-20015109.354 + TileMetres, 0),
            "GCTP_SNSOID",
            [6371007.181, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            -1,
            [new("Band", 3)],
            [new("LST", Hdf4NumberType.UInt16, ["YDim", "XDim"]), new("Bands", Hdf4NumberType.Int16, ["Band", "YDim", "XDim"])])],
        [new(
            "MOD_Swath",
            [new("Lines", 20), new("Pixels", 25), new("Geo lines", 4), new("Geo pixels", 5)],
            [new("Geo lines", "Lines", 2, 5), new("Geo pixels", "Pixels", 2, 5)],
            [new("Latitude", Hdf4NumberType.Float32, ["Geo lines", "Geo pixels"]), new("Longitude", Hdf4NumberType.Float32, ["Geo lines", "Geo pixels"])],
            [new("View", Hdf4NumberType.Int8, ["Lines", "Pixels"])])]);

    public static byte[] File()
    {
        var writer = new Hdf4Writer();
        Hdf4Dimension y = new("YDim:MOD_Grid", 10), x = new("XDim:MOD_Grid", 12), band = new("Band:MOD_Grid", 3);
        Hdf4Dimension lines = new("Lines:MOD_Swath", 20), pixels = new("Pixels:MOD_Swath", 25);
        Hdf4Dimension[] geo = [new("Geo lines:MOD_Swath", 4), new("Geo pixels:MOD_Swath", 5)];
        writer.Add(NewSets.Of(
            "LST", Hdf4NumberType.UInt16, [y, x], Hdf4Storage.ChunkedDeflate(5, 4, 12), 1,
            Hdf4Attribute.Of<ushort>("_FillValue", 0), Hdf4Attribute.Of("scale_factor", 0.02), Hdf4Attribute.Of("add_offset", 0.5),
            Hdf4Attribute.Of<ushort>("valid_range", 7500, 65535), new("long_name", "Land surface temperature"), new("units", "K")));
        writer.Add(NewSets.Of("Bands", Hdf4NumberType.Int16, [band, y, x], Hdf4Storage.Deflate(), 2));
        writer.Add(Degrees("Latitude", geo, (line, _) => 40 - (line / 2f)));
        writer.Add(Degrees("Longitude", geo, (_, pixel) => 10 + (pixel / 2f)));
        writer.Add(NewSets.Of("View", Hdf4NumberType.Int8, [lines, pixels], Hdf4Storage.Linked(100), 3));
        writer.Add(new Hdf4Attribute("title", "a sample"));
        writer.Add(Structure);
        return writer.Bytes();
    }

    private static Hdf4NewDataSet Degrees(string name, Hdf4Dimension[] axes, Func<int, int, float> at) => Hdf4NewDataSet.Of<float>(
        name, axes, Enumerable.Range(0, axes[0].Length * axes[1].Length).Select(i => at(i / axes[1].Length, i % axes[1].Length)).ToArray());
}
