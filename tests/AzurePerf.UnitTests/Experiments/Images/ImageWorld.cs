using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.UnitTests.Experiments.Images;

/// <summary>Carries a request for images through its stages as the engine does: a task for each order, some of which fail for good.</summary>
internal sealed class ImageWorld(ImageRequest request, int seed) : IStageProducts
{
    private readonly Random _random = new(seed);
    private readonly Dictionary<string, List<TaskProduct>> _products = [];

    /// <summary>Orders of each stage, by its name.</summary>
    public Dictionary<string, IReadOnlyList<string>> Orders { get; } = [];

    /// <summary>Share of tasks that fail for good, by stage.</summary>
    public Dictionary<string, double> Failing { get; } = [];

    /// <summary>Whether a task of a stage fails for good.</summary>
    public Func<string, int, bool> Failed { get; init; } = (_, _) => false;

    /// <summary>Whether a granule of a day is listed without its positions.</summary>
    public Func<DateOnly, bool> Incomplete { get; init; } = _ => false;

    /// <summary>Keys of images that the catalogue has; what tasks make is added.</summary>
    public HashSet<string> Catalogue { get; init; } = [];

    /// <summary>Share of tiles that no granule covers.</summary>
    public double Uncovered { get; init; }

    /// <summary>Whether workers of a later build carry out the tasks, whose products say more.</summary>
    public bool OfLaterBuild { get; init; }

    /// <summary>Granules of a tile.</summary>
    public int Granules { get; init; } = 1;

    public async IAsyncEnumerable<TaskProduct> OfAsync(string stage)
    {
        await Task.CompletedTask;
        foreach (var product in _products[stage])
        {
            yield return product;
        }
    }

    public async Task<string> ExecuteAsync()
    {
        List();
        var orders = new ImageOrders(request, this);
        await StageAsync<DownloadOrder>(ImageStages.Download, orders.DownloadsAsync(), order => SourceFile.Read(order.File)!.Key);
        await StageAsync<ReprojectionOrder>(ImageStages.Reprojection, orders.ReprojectionsAsync(), order => order.Key);
        await StageAsync<AggregationOrder>(ImageStages.Aggregation, orders.AggregationsAsync(), order => order.Key);
        await StageAsync<ReductionOrder>(ImageStages.Reduction, orders.ReductionsAsync(), order => order.Key);
        using var manifest = new MemoryStream();
        await new ImageManifest(request, this).WriteAsync(manifest, default);
        return System.Text.Encoding.UTF8.GetString(manifest.ToArray());
    }

    /// <summary>An order or a product as a later build writes it, which says more.</summary>
    public static string Later(string text) => text.Replace("{", "{\"later\":[{}],", StringComparison.Ordinal);

    /// <summary>Keys of what the tasks of a stage made.</summary>
    public IEnumerable<string> MadeOf(string stage) => _products[stage].Select(product => ImageOrder.Read<MadeProduct>(product.Result).Key);

    private void List()
    {
        // What an archive has does not depend on what fails.
        var archive = new Random(7);
        _products[ImageStages.Listing] = [.. Enumerable.Range(0, request.Days.Count * request.Parts.Count).Select(task =>
        {
            var (day, tiles) = request.ListingOf(task);
            var files = new List<SourceFile>();
            var images = new List<ListedImage>();
            foreach (var tile in tiles.Where(_ => archive.NextDouble() >= Uncovered))
            {
                var inputs = new List<int>();
                for (var granule = 0; granule < Granules * request.FilesOfGranule; granule++)
                {
                    inputs.Add(files.Count);
                    files.Add(SourceFile.Of($"{tile}.{day:yyyyDDD}.{granule}", 1_000, $"{day}{tile}{granule}", null));
                }

                foreach (var (layer, of) in request.Layers.Index())
                {
                    var key = ImageKeys.OfImage(of, day, tile.ToString(), inputs.Select(input => files[input]));
                    images.Add(new(tile.ToString(), inputs, Catalogue.Contains(key) ? $"values of {key}" : null, 0.5, Layer: layer, IsIncomplete: Incomplete(day)));
                }
            }

            return new TaskProduct(task, new DayListing(images, files).Write());
        }).Where(product => !Failed(ImageStages.Listing, product.Task))];
    }

    private async Task StageAsync<TOrder>(string stage, IAsyncEnumerable<string> orders, Func<TOrder, string> keyOf)
        where TOrder : class
    {
        Orders[stage] = await orders.ToArrayAsync();
        _products[stage] = [];
        foreach (var (order, number) in Orders[stage].Select((order, number) => (ImageOrder.Read<TOrder>(order), number)))
        {
            if (_random.NextDouble() >= Failing.GetValueOrDefault(stage) && !Failed(stage, number))
            {
                var key = keyOf(order);
                Catalogue.Add(key);
                var made = ImageOrder.Write(new MadeProduct(key, 10, $"values of {key}", 0.5));
                _products[stage].Add(new(number, OfLaterBuild ? Later(made) : made));
            }
        }
    }
}
