using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Probes.Works;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>Aggregation: the days of a period become one image of a tile.</summary>
internal sealed class AggregationWork(Making making) : ITaskWork
{
    public string Name => ImageStages.WorkOf(ImageStages.Aggregation);

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var order = ImageOrder.Read<AggregationOrder>(context.Order);
        var request = ImageRequests.Of(context, order.Layer);
        if (!SinusoidalTile.TryParse(order.Tile, out var tile) || order.Days.Count == 0)
        {
            throw new ExecutionEndedException(FailureCause.BadInput, "the order names no tile or no day");
        }

        return await making.MakeAsync(context, ImageNames.OfPeriod(request, order.First, order.Key), async () =>
        {
            var period = new PeriodImage(request.Subject, tile, request.Options.Aggregate);
            for (var i = 0; i < order.Days.Count; i++)
            {
                var (day, key) = order.Days[i];
                period.Add(day, await making.ReadAsync(ImageNames.OfDay(request, day, key), stop));
                context.Report(0.85 * (i + 1) / order.Days.Count);
            }

            return NewProduct.Of(period.End(order.First, order.Last), order.Key);
        }, stop);
    }
}
