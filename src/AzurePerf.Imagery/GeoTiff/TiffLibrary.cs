using BitMiracle.LibTiff.Classic;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>LibTiff, once told of the tags of GeoTIFF and GDAL, which it does not know, and not to write to the console.</summary>
internal static class TiffLibrary
{
    /// <summary>GDAL's tag of scale, offset and names.</summary>
    public const TiffTag Metadata = (TiffTag)42112;

    private static readonly TiffFieldInfo[] Fields =
    [
        Field(TiffTag.GEOTIFF_MODELPIXELSCALETAG, TiffType.DOUBLE, "ModelPixelScale"),
        Field(TiffTag.GEOTIFF_MODELTIEPOINTTAG, TiffType.DOUBLE, "ModelTiepoint"),
        Field(TiffTag.GEOTIFF_GEOKEYDIRECTORYTAG, TiffType.SHORT, "GeoKeyDirectory"),
        Field(TiffTag.GEOTIFF_GEODOUBLEPARAMSTAG, TiffType.DOUBLE, "GeoDoubleParams"),
        Words(TiffTag.GEOTIFF_GEOASCIIPARAMSTAG, "GeoAsciiParams"),
        Words(Metadata, "GdalMetadata"),
        Words(TiffTag.GDAL_NODATA, "GdalNoData"),
    ];

    static TiffLibrary()
    {
        Tiff.SetErrorHandler(new Silent());
        Tiff.TiffExtendProc? before = null;
        before = Tiff.SetTagExtender(tiff =>
        {
            tiff.MergeFieldInfo(Fields, Fields.Length);
            before?.Invoke(tiff);
        });
    }

    /// <summary>Opens a file that lies in memory.</summary>
    /// <param name="stream">The file; closing what is returned leaves it open.</param>
    /// <param name="mode">r or w.</param>
    /// <returns>Null where it is no TIFF.</returns>
    public static Tiff? Open(MemoryStream stream, string mode) => Tiff.ClientOpen("image", mode, stream, new KeptStream());

    private static TiffFieldInfo Field(TiffTag tag, TiffType type, string name) =>
        new(tag, TiffFieldInfo.Variable, TiffFieldInfo.Variable, type, FieldBit.Custom, true, true, name);

    private static TiffFieldInfo Words(TiffTag tag, string name) =>
        new(tag, TiffFieldInfo.Variable, TiffFieldInfo.Variable, TiffType.ASCII, FieldBit.Custom, true, false, name);

    private sealed class KeptStream : TiffStream
    {
        public override void Close(object clientData)
        {
        }
    }

    private sealed class Silent : TiffErrorHandler
    {
        public override void ErrorHandler(Tiff tif, string method, string format, params object[] args)
        {
        }

        public override void WarningHandler(Tiff tif, string method, string format, params object[] args)
        {
        }
    }
}
