using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Reductions;
using AzurePerf.Probes.Works;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>Reduction: the images of a period become a picture or a table.</summary>
internal sealed class ReductionWork(Making making) : ITaskWork
{
    public string Name => ImageStages.WorkOf(ImageStages.Reduction);

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var request = ImageRequests.Of(context);
        var order = ImageOrder.Read<ReductionOrder>(context.Order);
        var reduction = ReductionCatalogue.All.FirstOrDefault(known => known.Name == order.Reduction)
            ?? throw new ExecutionEndedException(FailureCause.BadInput, $"this build has no reduction '{order.Reduction}'");
        return await making.MakeAsync(context, ImageNames.OfResult(request, order.First, order.Key), async () =>
        {
            var opened = 0;
            var keys = order.Tiles.ToDictionary(key => key.Split('-')[0]);
            var input = new ReductionInput(
                request.Subject, request.Options.Aggregate, order.First, order.Last, request.Area.Tiles, OpenAsync,
                request.Options.Projection == MapProjection.WebMercator ? Projection.WebMercator : Projection.Geographic,
                request.Options.Resampling, request.Area.Bounds);
            return NewProduct.Of(await reduction.MakeAsync(input, stop));

            async Task<ReadOnlyMemory<byte>?> OpenAsync(SinusoidalTile tile, CancellationToken cancellationToken)
            {
                if (!keys.TryGetValue(tile.ToString(), out var key))
                {
                    return null;
                }

                context.Report(Math.Min(0.85, 0.85 * ++opened / keys.Count), "reading");
                return await making.ReadAsync(ImageNames.OfPeriod(request, order.First, key), cancellationToken);
            }
        }, stop);
    }
}
