using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Curves;

/// <summary>How <see cref="PointCurves"/> lie in a blob beside the details of the same attempt.</summary>
public static class PointCurvesFile
{
    public const string FileName = "curves.json.gz";

    /// <summary>The name of the blob beside details.</summary>
    public static string NameBeside(string detailsBlob)
    {
        ArgumentNullException.ThrowIfNull(detailsBlob);
        return detailsBlob[..(detailsBlob.LastIndexOf('/') + 1)] + FileName;
    }

    /// <summary>The whole file; some kilobytes.</summary>
    public static byte[] Write(PointCurves curves) => CompressedJson.Write(curves);

    /// <summary>The curves; null for a file of another version or none of ours: charts then do without.</summary>
    public static PointCurves? Read(ReadOnlyMemory<byte> file) =>
        CompressedJson.TryRead<PointCurves>(
            file) is { Version: PointCurves.CurrentVersion, Intervals: not null, Latencies: not null, Workers: not null } curves
            ? curves
            : null;
}
