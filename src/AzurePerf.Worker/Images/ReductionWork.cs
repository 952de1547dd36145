using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Works;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>Reduction: the images of a period become a picture or a table.</summary>
internal sealed class ReductionWork(Making making, IEnumerable<IResultMaker> makers) : ITaskWork
{
    public string Name => ImageStages.WorkOf(ImageStages.Reduction);

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var request = ImageRequests.Of(context);
        var order = ImageOrder.Read<ReductionOrder>(context.Order);
        var maker = makers.FirstOrDefault(one => one.Makes(order.Reduction))
            ?? throw new ExecutionEndedException(FailureCause.BadInput, $"this build has no reduction '{order.Reduction}'");
        var task = new ResultTask(
            context, request, order, (key, cancelled) => making.ReadAsync(ImageNames.OfPeriod(request, order.First, key), cancelled));
        return await making.MakeAsync(
            context, ImageNames.OfResult(request, order.First, order.Key), () => maker.MakeAsync(task, stop), stop);
    }
}
