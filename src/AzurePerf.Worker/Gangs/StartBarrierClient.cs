using AzurePerf.Core.Gangs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Execution;

namespace AzurePerf.Worker.Gangs;

/// <summary>
/// One member's questions to the barrier: repeats each until there is a final answer, wherever the TaskManager that leads is by then, and
/// gives up when the gang moved on or the limit for waiting is reached.
/// </summary>
internal sealed class StartBarrierClient(
    BenchmarkTask task, IBarrierConnection connection, GangStore gangs, string hostId, string build, WorkerOptions options,
    TimeProvider time)
{
    private static readonly TimeSpan RetryPause = TimeSpan.FromSeconds(1);

    /// <summary>Between two questions that the barrier should have held; it keeps a strange answer from being asked for thousands of
    /// times.</summary>
    private static readonly TimeSpan WaitPause = TimeSpan.FromMilliseconds(100);

    private BarrierLocation? _location;

    /// <summary>What the others are to be told, before the first question; empty for nothing.</summary>
    public string Endpoint { get; set; } = "";

    /// <summary>How much longer than <see cref="WorkerOptions.BarrierLimit"/> it waits at the most, for others whose warm-up takes its
    /// time.</summary>
    public TimeSpan LongerBy { get; set; }

    private int Point => task.Order.Point!.Value;

    /// <summary>Asks until the answer is not to wait.</summary>
    /// <param name="phase">What the member has behind it.</param>
    /// <param name="clock">Where its clock stands, if it knows.</param>
    /// <param name="stop">Ends the waiting.</param>
    /// <param name="waits">Whether it waits for the others where it need not.</param>
    /// <exception cref="MissedStartException">It is to leave, or has waited too long.</exception>
    public async Task<BarrierAnswer> AskAsync(BarrierPhase phase, ClockOffset? clock, CancellationToken stop, bool waits = false)
    {
        var arrival = new BarrierArrival
        {
            Task = task.Key.Number,
            Attempt = task.Attempt,
            WorkerId = task.Owner,
            HostId = hostId,
            Build = build,
            Phase = phase,
            Clock = clock,
            Endpoint = Endpoint,
            Waits = waits,
        };
        return await RepeatAsync(
            async location =>
            {
                var answer = await connection.ArriveAsync(location, arrival, stop);
                return answer.Kind switch
                {
                    BarrierAnswerKind.Wait => (null, answer.Reason),
                    BarrierAnswerKind.Leave => throw new MissedStartException($"told to leave the barrier: {answer.Reason}"),
                    _ => (answer, ""),
                };
            },
            stop);
    }

    /// <summary>Compares clocks with the barrier, as often as an estimate needs.</summary>
    /// <exception cref="MissedStartException">That has taken too long.</exception>
    public Task<ClockOffset> ExchangeClocksAsync(MeasurementClock clock, CancellationToken stop) => RepeatAsync(
        async location =>
        {
            var exchanges = new List<ClockExchange>(ClockOffset.Exchanges);
            ClockReading? last = null;
            while (exchanges.Count < ClockOffset.Exchanges)
            {
                var sent = clock.Nanoseconds();
                var reading = await connection.ReadClockAsync(location, stop);
                var returned = clock.Nanoseconds();
                if (reading.AnsweredNanoseconds < reading.ReceivedNanoseconds || (last is not null && last.Clock != reading.Clock))
                {
                    throw new BarrierUnavailableException("the barrier's clock changed during the exchange");
                }

                last = reading;
                exchanges.Add(new(sent, reading.ReceivedNanoseconds, reading.AnsweredNanoseconds, returned));
            }

            return (ClockOffset.Estimate(last!.Clock, exchanges), "");
        },
        stop);

    /// <summary>The gang as stored now, never from memory.</summary>
    /// <exception cref="MissedStartException">It is not the member's any more.</exception>
    public async Task<GangState> ReadGangAsync(CancellationToken stop)
    {
        var gang = await gangs.FindAsync(task.Key.RunId, Point, stop) ?? throw new MissedStartException("the gang's row is gone");
        return gang.Number == task.Attempt
            ? gang
            : throw new MissedStartException($"the gang is at attempt {gang.Number}, not {task.Attempt}");
    }

    private async Task<T> RepeatAsync<T>(Func<BarrierLocation, Task<(T? Result, string Reason)>> ask, CancellationToken stop)
        where T : class
    {
        var began = time.GetTimestamp();
        while (true)
        {
            var (result, reason, pause) = await TryAsync(ask, stop);
            if (result is not null)
            {
                return result;
            }

            var limit = options.BarrierLimit + LongerBy;
            if (time.GetElapsedTime(began) >= limit)
            {
                throw new MissedStartException($"waited {limit} at the barrier: {reason}");
            }

            await Task.Delay(pause, time, stop);
        }
    }

    private async Task<(T? Result, string Reason, TimeSpan Pause)> TryAsync<T>(
        Func<BarrierLocation, Task<(T? Result, string Reason)>> ask, CancellationToken stop)
        where T : class
    {
        try
        {
            _location ??= LocationOf(await ReadGangAsync(stop));
            var (result, reason) = await ask(_location);
            return (result, reason, WaitPause);
        }
        catch (BarrierUnavailableException silent)
        {
            // Another TaskManager may lead by now, and the row says where.
            _location = null;
            return (null, silent.Message, RetryPause);
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception) && !stop.IsCancellationRequested)
        {
            return (null, "the control account does not answer", RetryPause);
        }
    }

    private static BarrierLocation LocationOf(GangState gang) => new(gang.BarrierAddress, gang.RunId, gang.Point, gang.Token);
}
