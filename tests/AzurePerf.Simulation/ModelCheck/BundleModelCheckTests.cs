using Xunit;

namespace AzurePerf.Simulation.ModelCheck;

/// <summary>The same for two tasks of a bag that share a message. Their worlds are many, so that each search has some of what may happen.</summary>
public sealed class BundleModelCheckTests(ITestOutputHelper output) : ModelCheckTests(output)
{
    /// <summary>Fewer, over all searches of every change, would mean that something that can happen was left out.</summary>
    private const int FewestStates = 200_000;

    /// <summary>Processor time of those together.</summary>
    private static readonly TimeSpan LongestByDay = TimeSpan.FromSeconds(20);

    /// <summary>Of one in the night.</summary>
    private static readonly TimeSpan LongestAtNight = TimeSpan.FromMinutes(5);

    private static readonly Scope[] Small =
    [
        Scopes.Bundle with { Faults = 1, Cancels = false },
        Scopes.Bundle with { Faults = 0 },
        Scopes.Bundle with { Managers = 2, Faults = 0, Cancels = false },
    ];

    private static readonly string[] Arrows =
    [
        .. OfAll, .. OfBags, "2 puts a message of several",
        "3 claims all that share the message", "3 claims all that share the message, without the answer", "3 claims what it still can of the message",
        "reads that its claim of several was stored", "begins the next task", "begins nothing more", "4 stores all results together", "4 stores the results that it has",
        "4 stores results together, without the answer", "reads that its results were stored", "finds that a result does not count", "5, 6 gives one of several up",
        "finds that its failure does not count", "7b gives back what has not begun", "7b gives back what has not begun, without the answer", "puts a message of its own",
        "7 fences one of several orphans", "gets the message of several of another slot, hidden for too long", "leaves the message of several hidden",
        "leaves the message of several hidden, for what others have of it", "sees that what the message leads to is handed out alone by now", "makes the message of several that of one",
        "steals the message of several", "deletes the message of several", "deletes the message of several: the rows say so",
        "the queue loses the message of several",
    ];

    [Fact]
    public void Tasks_that_share_a_message_are_neither_lost_nor_counted_twice()
    {
        var (left, states, arrows) = (LongestByDay, 0, new HashSet<string>(StringComparer.Ordinal));
        foreach (var outcome in Small.Select(scope => Complete(scope, left)))
        {
            left -= TimeSpan.FromSeconds(outcome.Seconds);
            states += outcome.States;
            arrows.UnionWith(outcome.Arrows);
        }

        Assert.InRange(states, FewestStates, int.MaxValue);
        Assert.Empty(Arrows.Except(arrows));
    }

    [Theory]
    [InlineData(1, 2, true)]
    [InlineData(2, 0, true)]
    [InlineData(2, 1, false)]
    public void Nor_with_more_faults_or_two_TaskManagers(int managers, int faults, bool cancels)
    {
        Night.OrSkip();
        Complete(Scopes.Bundle with { Managers = managers, Faults = faults, Cancels = cancels }, LongestAtNight);
    }
}
