using System.Globalization;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Execution;

namespace AzurePerf.Worker.Gangs;

/// <summary>The barrier as one execution of one member sees it.</summary>
internal sealed class GangStartBarrier(BenchmarkTask task, string hostId, StartBarrierClient visit, RunStore runs, TimeProvider time)
    : IStartBarrier
{
    /// <summary>A start that is told later is not kept: the member would begin late, and the others without it.</summary>
    private const long ShortestNoticeNanoseconds = 500_000_000;

    /// <summary>The exchange after the measurement is worth having, not worth waiting for.</summary>
    private static readonly TimeSpan SecondExchangeLimit = TimeSpan.FromSeconds(10);

    /// <summary>A member that is told to stop still says that it has ended, or the others would wait for it; more it has no time
    /// for.</summary>
    private static readonly TimeSpan LastWordLimit = TimeSpan.FromSeconds(2);

    /// <summary>How much longer than its own measurement a member waits for the others before it goes on without them, and the first one
    /// leaves the point's data to the clean stage.</summary>
    private static readonly TimeSpan LongestRest = TimeSpan.FromMinutes(1);

    private static readonly TimeSpan PauseAfterFailure = TimeSpan.FromSeconds(5);

    private ClockOffset? _before;
    private ClockOffset? _after;
    private long _plannedStart;
    private long _ended;
    private bool? _everybodyHasEnded;

    /// <summary>What the members told each other, in the order of their rows, from <see cref="PreparedAsync"/> on.</summary>
    public IReadOnlyList<string> Endpoints { get; private set; } = [];

    /// <summary>What the others are to be told, before <see cref="PreparedAsync"/>; empty for nothing.</summary>
    public string Endpoint
    {
        set => visit.Endpoint = value;
    }

    /// <inheritdoc cref="StartBarrierClient.LongerBy"/>
    public TimeSpan LongerBy
    {
        set => visit.LongerBy = value;
    }

    public async Task PreparedAsync(CancellationToken stop) =>
        Endpoints = (await visit.AskAsync(BarrierPhase.Prepared, clock: null, stop)).Endpoints;

    /// <summary>The gang as stored now.</summary>
    /// <exception cref="MissedStartException">It is not the member's any more.</exception>
    public Task<GangState> ReadGangAsync(CancellationToken stop) => visit.ReadGangAsync(stop);

    /// <summary>As the first member, returns when all others have ended or the limit is reached.</summary>
    /// <exception cref="OperationCanceledException">The execution is to stop.</exception>
    /// <exception cref="MissedStartException">The gang is not the member's any more.</exception>
    public async Task WaitForTheOthersAsync(MeasurementClock clock, TimeSpan limit, CancellationToken stop)
    {
        var began = time.GetTimestamp();
        _ended = clock.Nanoseconds();
        while (time.GetElapsedTime(began) < limit && !await AskWhetherAllHaveEndedAsync(stop))
        {
            stop.ThrowIfCancellationRequested();
            await CheckGangAsync(stop);
        }
    }

    /// <summary>The listener must not close because the control account is slow for a moment, or refuses this worker for one.</summary>
    private async Task CheckGangAsync(CancellationToken stop)
    {
        try
        {
            await visit.ReadGangAsync(stop);
        }
        catch (Exception exception)
            when ((StorageFailure.MayPass(exception) || StorageFailure.IsRefusal(exception)) && !stop.IsCancellationRequested)
        {
            await Task.Delay(PauseAfterFailure, time, stop);
        }
    }

    public async Task<long> AgreeOnStartAsync(MeasurementClock clock, CancellationToken stop)
    {
        BarrierAnswer answer;
        do
        {
            _before = await visit.ExchangeClocksAsync(clock, stop);
            answer = await visit.AskAsync(BarrierPhase.Warm, _before, stop);
        }
        while (answer.Kind == BarrierAnswerKind.ExchangeClocks);

        _plannedStart = answer.StartNanoseconds
            ?? throw new MissedStartException($"the barrier answered {answer.Kind} where a start was expected");
        RequireNotice(clock);
        await ConfirmAsync(stop);
        RequireNotice(clock);
        return _plannedStart;
    }

    public async Task EndedAsync(MeasurementClock clock, CancellationToken stop)
    {
        _ended = clock.Nanoseconds();
        using var limit = new CancellationTokenSource(SecondExchangeLimit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, stop);
        try
        {
            _after = await visit.ExchangeClocksAsync(clock, either.Token);
        }
        catch (Exception exception) when (IsNoAnswer(exception))
        {
            // Nothing that was measured depends on it; without the second exchange the bound of the first one grows with time.
        }

        if (task.Order.Member > 0 && !await SayEndedAsync(SecondExchangeLimit, stop) && stop.IsCancellationRequested)
        {
            await SayEndedAsync(LastWordLimit, CancellationToken.None);
        }
    }

    /// <summary>Waits until no member uses the point's data any more; false when that is not sure, so that they must stay. Waits only
    /// once.</summary>
    public async Task<bool> EverybodyHasEndedAsync(CancellationToken stop) =>
        _everybodyHasEnded ??= await AskWhetherAllHaveEndedAsync(stop);

    /// <summary>What ties the measurement to those of the others; null when there was no start.</summary>
    /// <param name="openedNanoseconds">When the clients were let go, on the clock of the execution.</param>
    public MemberTiming? TimingOf(long openedNanoseconds) => _before is null ? null : new()
    {
        Member = task.Order.Member,
        WorkerId = task.Owner,
        HostId = hostId,
        Before = _before,
        After = _after,
        PlannedStartNanoseconds = _plannedStart,
        OpenedNanoseconds = openedNanoseconds,
    };

    /// <summary>False when nobody was told in that time: who waits for it goes on without it in the end.</summary>
    private async Task<bool> SayEndedAsync(TimeSpan most, CancellationToken stop)
    {
        using var limit = new CancellationTokenSource(most, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, stop);
        try
        {
            await visit.AskAsync(BarrierPhase.Ended, _after, either.Token);
            return true;
        }
        catch (Exception exception) when (IsNoAnswer(exception))
        {
            return false;
        }
    }

    private async Task<bool> AskWhetherAllHaveEndedAsync(CancellationToken stop)
    {
        var patience = LongestRest + TimeSpan.FromTicks(Math.Max(0, _ended - _plannedStart) / TimeSpan.NanosecondsPerTick);
        using var limit = new CancellationTokenSource(patience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, stop);
        try
        {
            return (await visit.AskAsync(BarrierPhase.Ended, _after, either.Token, waits: true)).Kind == BarrierAnswerKind.Over;
        }
        catch (Exception exception) when (IsNoAnswer(exception))
        {
            return false;
        }
    }

    /// <summary>Whatever keeps a member from the barrier after its measurement costs no result, also an account that refuses this worker
    /// for a moment.</summary>
    private static bool IsNoAnswer(Exception exception) =>
        exception is MissedStartException or OperationCanceledException or CorruptRowException || StorageFailure.Matches(exception);

    private void RequireNotice(MeasurementClock clock)
    {
        var notice = _plannedStart - clock.Nanoseconds();
        if (notice < ShortestNoticeNanoseconds)
        {
            throw new MissedStartException(string.Create(
                CultureInfo.InvariantCulture,
                $"the start was known {notice / 1_000_000} ms before its instant, "
                    + $"and {ShortestNoticeNanoseconds / 1_000_000} ms are needed"));
        }
    }

    /// <summary>Reads for itself what the answer rests on: a barrier that was cut off may have told a start that is none any
    /// more.</summary>
    private async Task ConfirmAsync(CancellationToken stop)
    {
        try
        {
            var gang = await visit.ReadGangAsync(stop);
            if (gang.Go?.Find(task.Key.Number, task.Attempt, task.Owner)?.StartNanoseconds != _plannedStart)
            {
                throw new MissedStartException("the gang's row does not say the start that the barrier told");
            }

            if (await runs.FindAsync(task.Key.RunId, stop) is not { Status: RunStatus.Running })
            {
                throw new MissedStartException("the run does not go on");
            }
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception) && !stop.IsCancellationRequested)
        {
            throw new MissedStartException("the start could not be confirmed in time", exception);
        }
    }
}
