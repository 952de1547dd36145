using AzurePerf.Core.Experiments.Images;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Reductions;

namespace AzurePerf.Worker.Images;

/// <summary>The reductions of this build: pictures and tables.</summary>
internal sealed class BuiltInResults : IResultMaker
{
    public bool Makes(string reduction) => Find(reduction) is not null;

    public async Task<NewProduct> MakeAsync(ResultTask task, CancellationToken stop)
    {
        var order = task.Order;
        var request = task.Request.Layers[order.LayerOf(0)];
        var keys = order.Tiles.ToDictionary(ResultTask.TileOf);
        var input = new ReductionInput(
            request.Subject, request.Options.Aggregate, order.First, order.Last, request.Area.Tiles, OpenAsync,
            request.Options.Projection == MapProjection.WebMercator ? Projection.WebMercator : Projection.Geographic,
            request.Options.Resampling, request.Area.Bounds);
        return NewProduct.Of(await Find(order.Reduction)!.MakeAsync(input, stop));

        async Task<ReadOnlyMemory<byte>?> OpenAsync(SinusoidalTile tile, CancellationToken cancellationToken) =>
            keys.TryGetValue(tile.ToString(), out var key) ? await task.OpenAsync(key, cancellationToken) : null;
    }

    private static IReduction? Find(string name) => ReductionCatalogue.All.FirstOrDefault(known => known.Name == name);
}
