using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources;
using AzurePerf.Sources.Made;

namespace AzurePerf.Benchmarks.Pipeline;

/// <summary>
/// An archive inside this process, of made granules of a tenth of the size: 120 x 120 cells instead of 1200 x 1200. Making them costs more than all else that is done with them,
/// so it is done before, for a few days, and the days after those have the same bytes under other names.
/// </summary>
internal sealed class RepeatedGranules : IGranuleArchive
{
    private readonly MadeArchive _archive = new(new MadeSettings(Seed: 7, Coarseness: PipelineRequest.Coarseness));
    private readonly Dictionary<(int Day, TileNumber Tile), byte[]> _granules;

    /// <param name="request">Whose tiles are made; others cannot be fetched.</param>
    public RepeatedGranules(PipelineRequest request)
    {
        var product = MadeArchive.Find(PipelineRequest.Product)!;
        var tiles = request.TileNumbers.ToHashSet();
        _granules = Enumerable.Range(0, Math.Min(PipelineRequest.DaysOfPeriod, request.Days)).SelectMany(day => _archive.Names(product, PipelineRequest.First.AddDays(day)))
            .Select(name => _archive.Parse(name)!).Where(granule => tiles.Contains(granule.Tile!.Value))
            .AsParallel().ToDictionary(PlaceOf, _archive.Make);
    }

    public Task<IReadOnlyList<ArchiveFile>> ListAsync(ArchiveFolder folder, CancellationToken cancellationToken) => Task.FromResult<IReadOnlyList<ArchiveFile>>(
    [
        .. from name in _archive.Names(MadeArchive.Find(folder.Product)!, folder.Day)
           select new ArchiveFile(name, _archive.Parse(name)!, null, null, _archive.MadeAt(folder.Day)),
    ]);

    public Task<IReadOnlyList<GranulePlace>> PlacesAsync(Platform platform, int collection, DateOnly day, CancellationToken cancellationToken) =>
        throw new NotSupportedException("Tiles have no places of swaths.");

    public async Task FetchAsync(ArchiveFile file, PartialFile target, CancellationToken cancellationToken) =>
        await target.Content.WriteAsync(_granules[PlaceOf(file.Granule)], cancellationToken);

    private static (int Day, TileNumber Tile) PlaceOf(GranuleName granule) =>
        ((granule.Day.DayNumber - PipelineRequest.First.DayNumber) % PipelineRequest.DaysOfPeriod, granule.Tile!.Value);
}
