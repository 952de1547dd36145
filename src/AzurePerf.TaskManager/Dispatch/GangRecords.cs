using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Barrier;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Keeps the gang of a point that several workers measure: made before its first message, raised before it is repeated, and
/// pointing at the process that leads.</summary>
internal sealed class GangRecords(GangStore gangs, StartBarrier barrier, BarrierAddress address, IIdSource ids)
{
    /// <summary>Makes the gang of a point whose tasks are about to be handed out, where it does not exist. A point of one task has
    /// none.</summary>
    public async Task EnsureAsync(RunState run, IReadOnlyList<BenchmarkTask> point, CancellationToken cancellationToken)
    {
        if (point.Count > 1)
        {
            await AddAsync(New(point) with { Build = run.Build }, cancellationToken);
        }
    }

    /// <summary>
    /// The number of a point's gang; the attempt of its tasks, where it has none. A gang that points at a process before this one is made
    /// to point here, so that its members find the barrier.
    /// </summary>
    public async Task<int> NumberOfAsync(IReadOnlyList<BenchmarkTask> point, CancellationToken cancellationToken)
    {
        var attempt = point.Select(task => task.Attempt).DefaultIfEmpty().Max();
        if (point.Count < 2 || await gangs.FindAsync(point[0].Key.RunId, PointOf(point), cancellationToken) is not { } gang)
        {
            return attempt;
        }

        barrier.Expect(gang);
        if (gang.BarrierAddress != address.Value)
        {
            await gangs.TryReplaceAsync(gang with { BarrierAddress = address.Value }, cancellationToken);
        }

        return Math.Max(gang.Number, attempt);
    }

    /// <summary>Gives the gang its next number and clears what was agreed: from then on nobody starts for the number before. Refused when
    /// it was changed meanwhile.</summary>
    public async Task RaiseAsync(RunState run, IReadOnlyList<BenchmarkTask> point, int number, CancellationToken cancellationToken)
    {
        if (await gangs.FindAsync(point[0].Key.RunId, PointOf(point), cancellationToken) is not { } gang)
        {
            await AddAsync(New(point) with { Number = number, Build = run.Build }, cancellationToken);
        }
        else if (gang.Number < number)
        {
            await gangs.TryReplaceAsync(
                gang with { Number = number, Build = run.Build, Go = null, BarrierAddress = address.Value }, cancellationToken);
        }
    }

    /// <summary>One that is there already is expected when the point is looked at next.</summary>
    private async Task AddAsync(GangState gang, CancellationToken cancellationToken)
    {
        if (await gangs.TryAddAsync(gang, cancellationToken))
        {
            barrier.Expect(gang);
        }
    }

    private GangState New(IReadOnlyList<BenchmarkTask> point) => new()
    {
        RunId = point[0].Key.RunId,
        Point = PointOf(point),
        Number = point.Max(task => task.Attempt),
        FirstTask = point[0].Key.Number,
        Members = point.Count,
        BarrierAddress = address.Value,
        Token = ids.NewId(),
    };

    private static int PointOf(IReadOnlyList<BenchmarkTask> point) =>
        point[0].Order.Point ?? throw new InvalidDataException($"task {point[0].Key} names no point");
}
