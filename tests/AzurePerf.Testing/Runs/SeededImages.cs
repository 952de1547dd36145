using System.Text;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Reductions;
using AzurePerf.Storage;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Testing.Runs;

/// <summary>
/// Runs of modis.pipeline that have ended, with pictures and tables that the reductions drew of a known field, and the manifest that their
/// tasks would have written. Of images of days there are names alone.
/// </summary>
/// <param name="control">Gets them.</param>
/// <param name="time">When they end.</param>
public sealed class SeededImages(ControlPlane control, TimeProvider time)
{
    private const int Cells = 240;
    private const double Scale = 0.02;
    private const string Hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private readonly TrueField _field = new(5);
    private readonly ProductStore _store = new(control.Products, control.Rows, new SeededIdSource(11), time);

    /// <summary>Tasks whose listing failed, by number.</summary>
    public Func<int, bool> IsListingFailed { get; init; } = _ => false;

    /// <summary>Tiles that no granule covers.</summary>
    public Func<SinusoidalTile, DateOnly, bool> IsGap { get; init; } = (_, _) => false;

    /// <summary>Tasks of the aggregation that failed, by number.</summary>
    public Func<int, bool> IsPeriodFailed { get; init; } = _ => false;

    /// <summary>What the user's own program draws, under the name ndvi.png.</summary>
    public byte[] ProgramPicture { get; init; } = [];

    /// <summary>Adds a run.</summary>
    /// <param name="body">The request of the run, as JSON.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>Its id.</returns>
    public async Task<string> AddAsync(string body, CancellationToken cancellationToken)
    {
        var spec = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(7)).Read(Encoding.UTF8.GetBytes(body)).Spec
            ?? throw new ArgumentException("it is no request for a run", nameof(body));
        var request = ImageRequest.Read((ModisPipelineOptions)RunPlanner.BindStages(Shipped.Experiments.Find(spec.Experiment)!, spec)!).Request!;
        var id = new RandomIdSource().NewId();
        var made = await MakeAsync(request, cancellationToken);
        await StoreAsync(ImageNames.ProvenanceOf(request, id), stream => new ImageProvenance(id, made).WriteAsync(stream, cancellationToken), cancellationToken);
        await StoreAsync(ImageNames.ManifestOf(request, id), stream => new ImageManifest(request, made).WriteAsync(stream, cancellationToken), cancellationToken);
        await AddRunAsync(id, body, spec, cancellationToken);
        return id;
    }

    private async Task AddRunAsync(string id, string body, RunSpec spec, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var run = new RunState
        {
            RunId = id,
            Spec = spec,
            Owner = "local",
            BodyHash = IdText.Hash(body),
            IndexKey = RunIndexKey.For(id, now),
            Status = RunStatus.Completed,
            SubmittedAt = now.AddMinutes(-2),
            StartedAt = now.AddMinutes(-2).AddSeconds(1),
            EndedAt = now,
        };
        var runs = new RunStore(control.Rows);
        await runs.PutIndexAsync(run, cancellationToken);
        await runs.TryAddAsync(run, cancellationToken);
        await runs.TryWriteAsync(
            (await runs.FindAsync(id, cancellationToken))!,
            [
                new()
                {
                    RunId = id, Id = StageId.Bag(5), Name = ImageStages.Manifest, Closed = true, Total = 1, Created = 1, Dispatched = 1, Finished = 1,
                },
            ],
            cancellationToken);
    }

    private async Task<Products> MakeAsync(ImageRequest request, CancellationToken cancellationToken)
    {
        var made = new Products();
        made.Add(ImageStages.Listing, Enumerable.Range(0, request.Days.Count * request.Parts.Count).Select(task => IsListingFailed(task) ? null : ListingOf(request, task)));
        made.Add(ImageStages.Download, await Orders(made).DownloadsAsync().Select(_ => Text(new MadeProduct("granule", 1, Hash, 1))).ToListAsync(cancellationToken));
        made.Add(ImageStages.Reprojection, await Orders(made).ReprojectionsAsync()
            .Select(text => Text(new MadeProduct(ImageOrder.Read<ReprojectionOrder>(text).Key, 1, Hash, 0.5) { Granules = new(AreMade: true, []) })).ToListAsync(cancellationToken));
        var periods = await Orders(made).AggregationsAsync().Select(ImageOrder.Read<AggregationOrder>).ToListAsync(cancellationToken);
        made.Add(ImageStages.Aggregation, periods.Select((period, number) => IsPeriodFailed(number) ? null : Text(new MadeProduct(period.Key, 1, Hash, 0.5))));
        var results = new List<string?>();
        await foreach (var text in Orders(made).ReductionsAsync())
        {
            results.Add(await ReduceAsync(request, ImageOrder.Read<ReductionOrder>(text), cancellationToken));
        }

        made.Add(ImageStages.Reduction, results);
        return made;

        ImageOrders Orders(Products known) => new(request, known);
    }

    private string ListingOf(ImageRequest request, int task)
    {
        var (day, tiles) = request.ListingOf(task);
        SinusoidalTile[] covered = [.. tiles.Where(tile => !IsGap(tile, day))];
        return new DayListing(
            [.. covered.Select((tile, place) => new ListedImage(tile.ToString(), [place]))],
            [.. covered.Select(tile => SourceFile.Of($"granule.{day:yyyyMMdd}.{tile}", 1, null, null))]).Write();
    }

    private async Task<string> ReduceAsync(ImageRequest request, ReductionOrder order, CancellationToken cancellationToken)
    {
        var tiles = order.Tiles.Select(key => key.Split('-')[0]).ToHashSet();
        var reduced = order.Reduction == RequestReductions.Program
            ? new Reduced([ReducedFile.OfBytes("ndvi.png", "image/png", ProgramPicture)], 1)
            : await ReductionCatalogue.All.Single(known => known.Name == order.Reduction).MakeAsync(
            new(
                request.Subject, request.Options.Aggregate, order.First, order.Last, request.Area.Tiles,
                (tile, _) => Task.FromResult(tiles.Contains(tile.ToString()) ? ImageOf(request, tile, order.First) : (ReadOnlyMemory<byte>?)null),
                Area: request.Area.Bounds),
            cancellationToken);
        var (main, others) = (reduced.Files[0], reduced.Files.Skip(1).ToArray());
        using var content = new MemoryStream(main.Content);
        await _store.StoreAsync(
            ImageNames.OfResult(request, order.First, order.Key), content, main.ContentType, new(reduced.ValuesHash, 1, reduced.Coverage, ""),
            [.. others.Select(file => new FileBeside($".{file.Suffix}", file.ContentType, BinaryData.FromBytes(file.Content)))], cancellationToken);
        return Text(new MadeProduct(
            order.Key, main.Content.Length, reduced.ValuesHash, reduced.Coverage,
            [new(main.Suffix, "", main.ContentType), .. others.Select(file => new MadeFile(file.Suffix, $".{file.Suffix}", file.ContentType))]));
    }

    /// <summary>Temperatures of the field, with stripes that no swath covers.</summary>
    private byte[] ImageOf(ImageRequest request, SinusoidalTile tile, DateOnly day)
    {
        var grid = tile.Grid(Cells);
        var values = new ushort[grid.Cells];
        for (var cell = 0; cell < values.Length; cell++)
        {
            if (grid.Position((cell % Cells) + 0.5, (cell / Cells) + 0.5) is var (latitude, longitude) && Math.Abs(((longitude * 7) + latitude + day.DayNumber) % 40) > 6)
            {
                values[cell] = (ushort)((270 + (40 * _field.At(latitude, longitude))) / Scale);
            }
        }

        using var stream = new MemoryStream();
        GeoTiffWriter.Write(stream, new Raster<ushort>(grid, values, 0), new(Scale, 0, "K", request.Subject.Title) { OfMadeGranules = true });
        return stream.ToArray();
    }

    private async Task StoreAsync(ProductName name, Func<Stream, Task> writeAsync, CancellationToken cancellationToken)
    {
        using var content = new MemoryStream();
        await writeAsync(content);
        content.Position = 0;
        await _store.StoreAsync(name, content, "application/json", new(Hash, 1, 1, ""), [], cancellationToken);
    }

    private static string Text(MadeProduct made) => ImageOrder.Write(made);

    /// <summary>What tasks brought, by stage; null of one that failed.</summary>
    private sealed class Products : IStageProducts
    {
        private readonly Dictionary<string, IReadOnlyList<string?>> _stages = [];

        public void Add(string stage, IEnumerable<string?> results) => _stages.Add(stage, [.. results]);

        public IAsyncEnumerable<TaskProduct> OfAsync(string stage) => _stages[stage]
            .Select((result, task) => (result, task)).Where(one => one.result is not null).Select(one => new TaskProduct(one.task, one.result!))
            .ToAsyncEnumerable();
    }
}
