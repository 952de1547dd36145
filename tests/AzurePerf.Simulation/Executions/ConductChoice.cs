using Azure;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Faults;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Simulation.Executions;

/// <summary>Draws how executions go. Once faults have stopped they all succeed.</summary>
/// <param name="random">Decides.</param>
/// <param name="conditions">What the seed is like.</param>
/// <param name="adversary">Whether anything goes wrong.</param>
/// <param name="given">Says it instead; null where chance does.</param>
internal sealed class ConductChoice(Random random, Conditions conditions, Adversary adversary, Func<StageKind, Conduct>? given = null)
{
    /// <summary>Longer than any limit before its first doubling: what is expected of these tasks is seconds, so it is the shortest one.</summary>
    private TimeSpan TooLong => TimeLimit.Floor + (2 * conditions.Times.Heartbeat);

    /// <summary>For ever, as far as anybody waits: only the end of its process ends it.</summary>
    private static readonly TimeSpan Hangs = TimeSpan.FromMinutes(10);

    /// <summary>The longest of those that do not hang.</summary>
    public static TimeSpan LongestOf(Conditions conditions) => conditions.Times.Heartbeat * 1.2;

    public Conduct Next(StageKind kind)
    {
        if (given is not null)
        {
            return given(kind);
        }

        var beat = conditions.Times.Heartbeat;
        var duration = adversary.Between(beat * 0.05, LongestOf(conditions));
        var stopsAfter = adversary.Between(TimeSpan.Zero, beat * 0.3);
        var keepsPart = adversary.Chance(0.5);
        if (!adversary.Active)
        {
            return new(duration, null, stopsAfter, keepsPart);
        }

        return random.Next(100) switch
        {
            < 3 => new(duration, new RequestFailedException(503, "The server is busy.", "ServerBusy", null), stopsAfter, keepsPart),
            < 5 => new(duration, new InvalidOperationException("the measuring code failed"), stopsAfter, keepsPart),
            5 => new(duration, new BadTaskException("the task makes no sense"), stopsAfter, keepsPart),
            < 7 => new(TooLong, null, stopsAfter, keepsPart),
            7 => new(Hangs, null, null, keepsPart),
            8 => new(duration, new RequestFailedException(409, "The blob exists.", "BlobAlreadyExists", null), stopsAfter, keepsPart),
            9 when conditions.World == World.Wide => new(duration, null, stopsAfter, keepsPart, BeyondRow: random.Next(2)),
            _ => new(duration, null, stopsAfter, keepsPart),
        };
    }
}
