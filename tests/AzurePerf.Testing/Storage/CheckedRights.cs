using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rights;

namespace AzurePerf.Testing.Storage;

/// <summary>A control plane on which a host can do no more than its identity may in the cloud; anything else breaks the test.</summary>
public static class CheckedRights
{
    public static ControlPlane Of(ControlHost host, ControlPlane inner) => new()
    {
        Rows = new CheckedRows(host, inner.Rows),
        RunRequests = new CheckedQueue(host, ControlNames.RunRequestQueue, inner.RunRequests),
        RunRequestPoison = new CheckedQueue(host, ControlNames.RunRequestPoisonQueue, inner.RunRequestPoison),
        MeasureTasks = new CheckedQueue(host, ControlNames.MeasureQueue, inner.MeasureTasks),
        MeasurePoison = new CheckedQueue(host, ControlNames.MeasurePoisonQueue, inner.MeasurePoison),
        BagTasks = new CheckedQueue(host, ControlNames.BagQueue, inner.BagTasks),
        BagPoison = new CheckedQueue(host, ControlNames.BagPoisonQueue, inner.BagPoison),
        PeerTasks = new CheckedQueue(host, ControlNames.PeerQueue, inner.PeerTasks),
        PeerPoison = new CheckedQueue(host, ControlNames.PeerPoisonQueue, inner.PeerPoison),
        Results = new CheckedBlobs(host, ControlNames.ResultsContainer, inner.Results),
        Products = Files(host, ControlNames.ProductsContainer, inner.Products),
        Programs = Files(host, ControlNames.ProgramsContainer, inner.Programs),
    };

    private static InterceptedFiles Files(ControlHost host, string container, IFileStore inner) => new(inner, (_, _, changes) =>
    {
        Demand(host, ControlPart.Container(container), changes ? ControlOperation.WriteFiles : ControlOperation.ReadFiles);
        return Task.CompletedTask;
    });

    /// <exception cref="InvalidOperationException">The list of rights does not have it.</exception>
    internal static void Demand(ControlHost host, ControlPart part, ControlOperation operation)
    {
        if (!ControlRights.Allows(host, part, operation))
        {
            throw new InvalidOperationException($"{host} has no right to {operation} in {part.Kind} {part.Name}: if it should, say so in {nameof(ControlRights)}");
        }
    }
}
