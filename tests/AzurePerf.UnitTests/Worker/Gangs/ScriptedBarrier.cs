using AzurePerf.Core.Gangs;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Gangs;

namespace AzurePerf.UnitTests.Worker.Gangs;

/// <summary>A barrier that says what a test tells it to. Its clock is ahead of the member's; each way takes a millisecond.</summary>
internal sealed class ScriptedBarrier(FakeTimeProvider time) : IBarrierConnection
{
    public static readonly TimeSpan Ahead = TimeSpan.FromHours(3);
    private static readonly TimeSpan Way = TimeSpan.FromMilliseconds(1);

    public string Clock { get; set; } = "one";

    /// <summary>Called with each arrival; by default everything goes well.</summary>
    public Func<BarrierArrival, BarrierAnswer> Answer { get; set; } = _ => new() { Kind = BarrierAnswerKind.Wait };

    /// <summary>Called before each question, with the place that is asked; throws to be silent.</summary>
    public Action<BarrierLocation> Reached { get; set; } = _ => { };

    public List<BarrierArrival> Arrivals { get; } = [];

    public int ClockReadings { get; private set; }

    public Task<ClockReading> ReadClockAsync(BarrierLocation place, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Reached(place);
        ClockReadings++;
        time.Advance(Way);
        var now = Nanoseconds(time.Elapsed + Ahead);
        time.Advance(Way);
        return Task.FromResult(new ClockReading(Clock, now, now));
    }

    public Task<BarrierAnswer> ArriveAsync(BarrierLocation place, BarrierArrival arrival, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Reached(place);
        Arrivals.Add(arrival);
        return Task.FromResult(Answer(arrival));
    }

    public static long Nanoseconds(TimeSpan span) => span.Ticks * TimeSpan.NanosecondsPerTick;
}
