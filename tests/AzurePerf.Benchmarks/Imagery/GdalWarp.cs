using System.Globalization;
using System.Runtime.InteropServices;
using AzurePerf.Benchmarks.Network;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Benchmarks.Imagery;

/// <summary>GDAL's program that draws rasters on other grids, and the processor time that it takes.</summary>
internal static class GdalWarp
{
    public const string Name = "gdalwarp";

    /// <summary>Longitudes and latitudes of the MODIS sphere, which a granule does not name.</summary>
    public const string Sphere = "+proj=longlat +R=6371007.181 +no_defs";

    private const string Sinusoidal = "+proj=sinu +R=6371007.181 +nadgrids=@null +wktext +no_defs";

    // Deflated as ours, with the same tiles and overviews.
    private static readonly string[] CloudOptimised =
    [
        "-of", "COG", "-co", "COMPRESS=DEFLATE", "-co", "LEVEL=6", "-co", "PREDICTOR=YES", "-co", "BLOCKSIZE=256", "-co", "NUM_THREADS=1", "-co", "OVERVIEW_RESAMPLING=NEAREST",
    ];

    /// <summary>Name and version.</summary>
    public static async Task<string> VersionAsync(CancellationToken cancellationToken) =>
        (await OutsideProgram.RunAsync(Name, ["--version"], cancellationToken)).Trim();

    /// <summary>Draws a file on a grid: the nearest value, exact positions, one thread, a cloud-optimised file deflated as ours.</summary>
    /// <param name="source">File or data set.</param>
    /// <param name="target">The file that is made.</param>
    /// <param name="grid">The cells.</param>
    /// <param name="more">Further arguments.</param>
    /// <param name="cancellationToken">Ends the program.</param>
    /// <returns>Seconds of processor time, without those that the program needs to start.</returns>
    public static async Task<double> RunAsync(string source, string target, Grid grid, string[] more, CancellationToken cancellationToken)
    {
        File.Delete(target);
        var start = await SecondsAsync(["--version"], cancellationToken);
        string[] arguments =
        [
            "-q", .. more, "-ovr", "NONE", "-wo", "NUM_THREADS=1", "-r", "near", "-et", "0",
            "-t_srs", grid.Projection == Projection.Geographic ? "EPSG:4326" : Sinusoidal,
            "-te", Number(grid.Left), Number(grid.Bottom), Number(grid.Right), Number(grid.Top), "-ts", Number(grid.Columns), Number(grid.Rows),
            .. CloudOptimised, source, target,
        ];
        return Math.Max(0.001, await SecondsAsync(arguments, cancellationToken) - start);
    }

    /// <summary>The values of a file of one band of 16 bits, as GDAL reads them.</summary>
    public static ushort[] Values(string file)
    {
        var plain = file + ".plain";
        OutsideProgram.RunAsync("gdal_translate", ["-q", "-of", "ENVI", file, plain], CancellationToken.None).GetAwaiter().GetResult();
        return MemoryMarshal.Cast<byte, ushort>(File.ReadAllBytes(plain)).ToArray();
    }

    /// <summary>Bytes of a file with the same values, written by GDAL.</summary>
    public static long SizeOfCopy(string file)
    {
        var copy = file + ".copy";
        OutsideProgram.RunAsync("gdal_translate", ["-q", .. CloudOptimised, file, copy], CancellationToken.None).GetAwaiter().GetResult();
        return new FileInfo(copy).Length;
    }

    private static async Task<double> SecondsAsync(string[] arguments, CancellationToken cancellationToken)
    {
        var before = OutsideProgram.ProcessorTimeOfEnded();
        await OutsideProgram.RunAsync(Name, arguments, cancellationToken);
        return (OutsideProgram.ProcessorTimeOfEnded() - before).TotalSeconds;
    }

    private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
