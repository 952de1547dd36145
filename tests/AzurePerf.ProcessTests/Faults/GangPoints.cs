using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>What holds for every point that several workers measured, whatever befell them.</summary>
internal static class GangPoints
{
    /// <summary>Each point was published once and is whole: of one attempt of all members, with the clients of all of them.</summary>
    /// <returns>The points.</returns>
    public static async Task<IReadOnlyList<PointRecord>> CheckAsync(Installation installation, string runId, int members)
    {
        var published = await installation.PointsAsync(runId);
        var tasks = await installation.TasksAsync(runId, StageKind.Measure);
        var events = await installation.EventsAsync(runId);
        Assert.Equal(tasks.Count, published.Count * members);
        Assert.All(published, point =>
        {
            Assert.Equal((PointStatus.Measured, members, members), (point.Status, point.Summary!.Clients, point.Summary.ClientsFinished));
            var rows = tasks.Where(task => task.Order.Point == point.Number).ToArray();
            Assert.Equal(Enumerable.Range(0, members), rows.Select(task => task.Order.Member));
            Assert.All(rows, task => Assert.Equal((BenchmarkTaskStatus.Done, point.Attempt), (task.Status, task.Attempt)));

            // A TaskManager that is killed after it published a point never says so; none says it twice.
            Assert.InRange(events.Count(message => message.StartsWith($"point {point.Number} of {published.Count} ", StringComparison.Ordinal)), 0, 1);
        });
        return published;
    }
}
