using System.Security.Cryptography;
using System.Text;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.TaskManager.Barrier;

/// <summary>
/// Where the members of a gang meet. Decides nothing itself: asks <see cref="BarrierDecisions"/>, and stores a start before it tells
/// anybody. A start that cannot be stored, because the gang moved on or another process leads, is told to nobody.
/// </summary>
internal sealed class StartBarrier(GangStore gangs, TaskStore tasks, IIdSource ids, TimeProvider time)
{
    /// <summary>A question without news is answered after that, so that whoever was told to stop meanwhile notices.</summary>
    private static readonly TimeSpan LongestHold = TimeSpan.FromSeconds(10);

    /// <summary>Looks at the gang's row in between, which the TaskManager may have changed.</summary>
    private static readonly TimeSpan LongestSlice = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan Forgotten = TimeSpan.FromDays(1);

    private readonly Lock _lock = new();
    private readonly Dictionary<(string RunId, int Point), StartBarrierState> _states = [];
    private readonly long _origin = time.GetTimestamp();
    private readonly string _clock = ids.NewId();

    /// <summary>The time since this barrier began, in nanoseconds of the machine's monotonic clock.</summary>
    public long Nanoseconds() => (long)((Int128)(time.GetTimestamp() - _origin) * 1_000_000_000 / time.TimestampFrequency);

    /// <summary>Notes a gang that this process carries: from now on its token opens the barrier.</summary>
    public void Expect(GangState gang) => Open(gang.RunId, gang.Point).Token = gang.Token;

    /// <summary>True when the token is that of the point's gang. Reads nothing, so that strangers cost no request, and takes the same time
    /// for every wrong token.</summary>
    public bool IsOpenedBy(string token, string runId, int point)
    {
        var expected = StateOf(runId, point)?.Token ?? "";
        return CryptographicOperations.FixedTimeEquals(HashOf(token), HashOf(expected)) && expected.Length > 0;
    }

    /// <summary>Tells the time. The caller noted it when the question came.</summary>
    public ClockReading ReadClock(long receivedNanoseconds) => new(_clock, receivedNanoseconds, Nanoseconds());

    /// <summary>Answers a member: at once when there is something to say, else as soon as there is, at the latest after ten
    /// seconds.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="point">The point.</param>
    /// <param name="asking">The member.</param>
    /// <param name="cancellationToken">Cancelled when it does not wait any more.</param>
    public async Task<BarrierAnswer> ArriveAsync(string runId, int point, BarrierArrival asking, CancellationToken cancellationToken)
    {
        var meeting = Open(runId, point);
        var began = time.GetTimestamp();
        var forget = true;
        meeting.Enter(asking);
        try
        {
            while (true)
            {
                var changed = meeting.Changed;
                var gang = await RowAsync(meeting, runId, point, cancellationToken);
                var decision = BarrierDecisions.Decide(gang, asking, meeting.PresentWith(asking), _clock, Nanoseconds());
                forget = decision is BarrierDecision.Leave;
                if (decision is BarrierDecision.Agree { Proposed: var go })
                {
                    await meeting.AgreeAsync(gang!, () => gangs.TryReplaceAsync(gang! with { Go = go }, CancellationToken.None))
                        .WaitAsync(cancellationToken);
                }
                else if (decision is not BarrierDecision.Wait)
                {
                    return BarrierAnswer.Of(decision);
                }
                else if (!await WaitAsync(changed, began, cancellationToken))
                {
                    return BarrierAnswer.Of(
                        asking.Phase == BarrierPhase.Ended && await HaveOthersEndedAsync(meeting, gang!, asking, cancellationToken)
                            ? new BarrierDecision.Over()
                            : decision);
                }
            }
        }
        finally
        {
            meeting.Exit(asking, forget);
        }
    }

    /// <summary>A member that says no more, because the one whom it told is gone or its worker is, has ended when its result is
    /// stored.</summary>
    private async Task<bool> HaveOthersEndedAsync(
        StartBarrierState meeting, GangState gang, BarrierArrival asking, CancellationToken cancellationToken)
    {
        var ended = meeting.PresentWith(asking).Where(member => member.Arrival.Phase == BarrierPhase.Ended)
            .Select(member => member.Arrival.Task).ToHashSet();
        var stored = tasks.ListAsync(
            gang.RunId, StageKind.Measure, gang.FirstTask, cancellationToken, beforeNumber: gang.FirstTask + gang.Members);
        await foreach (var task in stored)
        {
            if (task.Attempt == asking.Attempt && task.Status is BenchmarkTaskStatus.Measured or BenchmarkTaskStatus.Done)
            {
                ended.Add(task.Key.Number);
            }
        }

        return Enumerable.Range(gang.FirstTask, gang.Members).All(ended.Contains);
    }

    /// <summary>False when it has waited long enough.</summary>
    private async Task<bool> WaitAsync(Task changed, long began, CancellationToken cancellationToken)
    {
        var left = LongestHold - time.GetElapsedTime(began);
        if (left <= TimeSpan.Zero)
        {
            return false;
        }

        // Without news too: the row may have changed all the same.
        await changed.WaitAsync(left < LongestSlice ? left : LongestSlice, time, cancellationToken)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        cancellationToken.ThrowIfCancellationRequested();
        return true;
    }

    private Task<GangState?> RowAsync(StartBarrierState meeting, string runId, int point, CancellationToken cancellationToken) =>
        meeting.RowAsync(() => gangs.FindAsync(runId, point, CancellationToken.None)).WaitAsync(cancellationToken);

    private StartBarrierState? StateOf(string runId, int point)
    {
        lock (_lock)
        {
            return _states.GetValueOrDefault((runId, point));
        }
    }

    /// <summary>Only for points that this process carries, so that nobody else can fill the memory.</summary>
    private StartBarrierState Open(string runId, int point)
    {
        lock (_lock)
        {
            if (!_states.TryGetValue((runId, point), out var meeting))
            {
                foreach (var old in _states.Where(old => time.GetElapsedTime(old.Value.LastAsked) > Forgotten).ToArray())
                {
                    _states.Remove(old.Key);
                }

                _states[(runId, point)] = meeting = new(time);
            }

            return meeting;
        }
    }

    private static byte[] HashOf(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));
}
