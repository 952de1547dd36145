using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>A control plane in memory, with its parts in reach of a test.</summary>
public sealed class InMemoryControlPlane(TimeProvider time)
{
    public InMemoryRowStore Rows { get; } = new();

    public InMemoryMessageQueue RunRequests { get; } = new(time);

    public InMemoryMessageQueue RunRequestPoison { get; } = new(time);

    public InMemoryMessageQueue MeasureTasks { get; } = new(time);

    public InMemoryMessageQueue MeasurePoison { get; } = new(time);

    public InMemoryMessageQueue BagTasks { get; } = new(time);

    public InMemoryMessageQueue BagPoison { get; } = new(time);

    public InMemoryMessageQueue PeerTasks { get; } = new(time);

    public InMemoryMessageQueue PeerPoison { get; } = new(time);

    public InMemoryBlobStore Results { get; } = new(time);

    public InMemoryBlobStore Products { get; } = new(time);

    public InMemoryBlobStore Programs { get; } = new(time);

    /// <summary>Empties everything.</summary>
    public void Clear()
    {
        Rows.Clear();
        Results.Clear();
        Products.Clear();
        Programs.Clear();
        foreach (var queue in new[] { RunRequests, RunRequestPoison, MeasureTasks, MeasurePoison, BagTasks, BagPoison, PeerTasks, PeerPoison })
        {
            queue.Lose(_ => true);
        }
    }

    /// <summary>The same parts as the hosts see them.</summary>
    public ControlPlane AsControlPlane(IRowStore? rows = null) => new()
    {
        Rows = rows ?? Rows,
        RunRequests = RunRequests,
        RunRequestPoison = RunRequestPoison,
        MeasureTasks = MeasureTasks,
        MeasurePoison = MeasurePoison,
        BagTasks = BagTasks,
        BagPoison = BagPoison,
        PeerTasks = PeerTasks,
        PeerPoison = PeerPoison,
        Results = Results,
        Products = Products,
        Programs = Programs,
    };
}
