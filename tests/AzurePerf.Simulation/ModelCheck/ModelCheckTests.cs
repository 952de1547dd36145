using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Search;
using Xunit;

namespace AzurePerf.Simulation.ModelCheck;

/// <summary>Every world that can be reached is visited: the rules of the engine hold in all of them, and none is a dead end.</summary>
public abstract class ModelCheckTests(ITestOutputHelper output)
{
    /// <summary>Fewer would mean that something that can happen was left out.</summary>
    private const int FewestStates = 50_000;

    /// <summary>Processor time that all searches together may take, so that every change can be checked. Beyond it a test fails with what its search had done.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    private static long _ticksTaken;

    private protected static readonly string[] OfAll = ["2 puts a message", "3 claims", "3 claims, without the answer", "moves the cursor", "dies"];

    private protected static readonly string[] OfBags =
    [
        "1 makes the rows of the bag, or finds them made", "4 stores its result", "5, 6 gives its execution up", "7 fences an orphan", "7 fences a task that needs too long",
        "steals the message", "9 gives the task up", "deletes its message", "shows its message to all",
    ];

    private static readonly string[] OfLatePlans = ["is about to plan the stage", "stores the orders of a stage", "stores the plan of a stage"];

    private static readonly string[] OfSingles = ["1 makes the rows", "4 stores its result", "5, 6 gives its execution up", "7 fences an orphan", "deletes its message"];

    private static readonly string[] OfPoints =
    [
        "1 makes the rows", "4g stores its result", "4d accepts the point", "publishes the point", "8 gives its execution up", "8r (ii) commands its owner to stop",
        "8r (iii) repeats the point", "8r (iii) fails the point", "9 gives up what was handed out", "9 gives up what was never handed out",
        "deletes the message of a point that is decided",
    ];

    private static readonly string[] OfGangs = ["asks, and the barrier stores GO", "is told GO", "is told by the barrier to leave", "8r (i) raises the gang row"];

    internal void Search(Scope scope)
    {
        var outcome = Complete(scope, Longest - TimeSpan.FromTicks(Interlocked.Read(ref _ticksTaken)));
        Interlocked.Add(ref _ticksTaken, TimeSpan.FromSeconds(outcome.Seconds).Ticks);
        Assert.InRange(outcome.States, FewestStates, int.MaxValue);
        Assert.Empty(Expected(scope).Except(outcome.Arrows));
    }

    /// <summary>Searches to the end, which must come within some processor time.</summary>
    private protected SearchOutcome Complete(Scope scope, TimeSpan limit)
    {
        var outcome = new Searcher(scope, new EngineRules()).Run(limit, clock: OwnTime.OfThisThread);
        output.WriteLine(outcome.ToString());
        Assert.True(outcome.Broken is null && outcome.IsComplete, outcome.ToString());
        return outcome;
    }

    private static IEnumerable<string> Expected(Scope scope) =>
        OfAll.Concat(scope.IsBag ? OfBags : scope.Measures ? OfPoints : OfSingles).Concat(scope.IsGang ? OfGangs : []).Concat(scope.PlansLate ? OfLatePlans : []);
}

public sealed class OneManagerModelCheckTests(ITestOutputHelper output) : ModelCheckTests(output)
{
    /// <summary>Twice as large as the next one is the world of a gang; by day it has one fault.</summary>
    public static TheoryData<string> Names => Night.Cases([.. new[] { Scopes.Bag, Scopes.BagOfSlots, Scopes.LateBag, Scopes.Single, Scopes.Point }.Select(scope => scope.Name)], Scopes.Gang.Name);

    [Theory]
    [MemberData(nameof(Names))]
    public void One_TaskManager_loses_nothing_and_counts_nothing_twice_with_two_faults(string name) => Search(Scopes.Named(name));

    [Fact]
    public void A_gang_loses_nothing_and_counts_nothing_twice_with_one_fault() => Search(Scopes.Gang with { Faults = 1 });
}

public sealed class TwoManagersModelCheckTests(ITestOutputHelper output) : ModelCheckTests(output)
{
    /// <summary>The world of a gang is larger than all others together.</summary>
    public static TheoryData<string> Names => Night.Cases([.. new[] { Scopes.Bag, Scopes.BagOfSlots, Scopes.LateBag, Scopes.Single, Scopes.Point }.Select(scope => scope.Name)], Scopes.Gang.Name);

    [Theory]
    [MemberData(nameof(Names))]
    public void Two_TaskManagers_that_both_act_lose_nothing_and_count_nothing_twice_with_one_fault(string name) =>
        Search(Scopes.Named(name) with { Managers = 2, Faults = 1 });
}
