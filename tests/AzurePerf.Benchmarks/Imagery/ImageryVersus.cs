using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Imagery;

/// <summary>Whole tasks of the image pipeline, from file to file, in processor time, against GDAL.</summary>
internal sealed class ImageryVersus : IVersusEntry
{
    private const double SwathGoal = 1 / 3.0;
    private const double MapGoal = 1 / 0.8;

    public string Name => "imagery";

    public string Unit => "s";

    public Preference Better => Preference.Lower;

    public string Goal => "processor time <= 1/3 of gdalwarp -geoloc for swath to tile and <= 1.25 of gdalwarp for tile to map; 0.4 of the cells of images and 0.999 of those of maps have the same values";

    public string Setup => "a made granule of MOD11_L2 in its full size onto a tile of 1200 x 1200 cells, and that image onto a map in degrees; from file to file, user and system time, nearest value, exact positions (-et 0), one thread, "
        + "cloud-optimised GeoTIFF at level 6 with differences; ours in this process after one task that does not count, the start of gdalwarp (--version) subtracted; fields sizeRatio is ours over theirs in bytes, sizeRatioOfSameValues ours over a copy of it that GDAL wrote, "
        + "equal the share of cells whose values are the same, kernelShare the part of our task from swath to tile that the kernel takes";

    public IReadOnlyList<OutsideTool> Tools =>
    [
        OutsideTool.Command(GdalWarp.Name, "apt-get install gdal-bin"),
        new("Linux", "run on it", OperatingSystem.IsLinux),
    ];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => StartedParts.StartAsync(async parts =>
    {
        var tool = await GdalWarp.VersionAsync(cancellationToken);
        var tasks = parts.Add(new ImageryTasks());
        return new CellsSession(
            tool,
            [
                new PairCell("swathToTile", _ => Task.FromResult(tasks.SwathToTile()), tasks.WarpSwathAsync, ratio => ratio.Median <= SwathGoal),
                new PairCell("tileToMap", _ => Task.FromResult(tasks.TileToMap()), tasks.WarpTileAsync, ratio => ratio.Median <= MapGoal),
                tasks.Agreement,
            ],
            parts);
    });
}
