using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Works;

namespace AzurePerf.Worker.Images;

/// <summary>The request that a task belongs to.</summary>
internal static class ImageRequests
{
    /// <exception cref="ExecutionEndedException">This build would not have accepted it.</exception>
    public static ImageRequest Of(ITaskContext context) => ImageRequest.Read((ModisPipelineOptions)context.Options) switch
    {
        { Request: { } request } => request,
        var (_, faults) => throw new ExecutionEndedException(FailureCause.BadInput, $"{faults[0].Parameter} {faults[0].Message}"),
    };

    /// <summary>Of one of its data sets.</summary>
    /// <exception cref="ExecutionEndedException">It has no such layer, or this build would not have accepted it.</exception>
    public static ImageRequest Of(ITaskContext context, int layer) => Of(context).Layers is var layers && layer >= 0 && layer < layers.Count
        ? layers[layer]
        : throw new ExecutionEndedException(FailureCause.BadInput, "the order names a data set that the request does not have");
}
