using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Search;
using Xunit;

namespace AzurePerf.Simulation.ModelCheck.Sabotage;

/// <summary>Proves that the search would notice: each rule, broken alone, is found, and for the right reason.</summary>
public sealed class SabotageTests(ITestOutputHelper output)
{
    private const string DeadEnd = "from here the run can never end";

    /// <summary>Of two tasks that share a message, worlds that are soon searched to the end.</summary>
    private static readonly Scope Few = Scopes.Bundle with { Faults = 1, Cancels = false };

    private static readonly Dictionary<string, (EngineRules Rules, Scope Scope, string Broken)> Cases = new()
    {
        ["a result is stored without If-Match"] = (new Mutations.ResultWithoutIfMatch(), Scopes.Bag, "a result of attempt 1 was stored in a row that is Ready a2"),
        ["a claim is stored without If-Match"] = (new Mutations.ClaimWithoutIfMatch(), Scopes.Bag, "one attempt is executed twice at once"),
        ["a message is deleted at the claim"] = (new Mutations.MessageDeletedAtClaim(), Scopes.Bag, "a message was deleted while its row is Ready"),
        ["a duplicate is deleted while its row is Running"] =
            (new Mutations.DuplicateDeletedWhileRunning(), Scopes.Bag, "a message was deleted while its row is Running"),
        ["a message is deleted before its point is decided"] =
            (new Mutations.MessageDeletedBeforeTheDecision(), Scopes.Point, "a message was deleted while its row is Measured"),
        ["the cursor of a bag moves before the puts"] = (new Mutations.CursorBeforePuts(), Scopes.Bag, "task 0 is Ready and past the cursor, and has no message"),
        ["the cursor of points moves before the puts"] = (new Mutations.CursorBeforePuts(), Scopes.Gang, "task 0 is Ready and past the cursor, and has no message"),
        ["a plan is stored before its orders"] = (new Mutations.PlanBeforeItsOrders(), Scopes.LateBag, "a stage is planned whose orders are not stored"),
        ["a plan is stored without If-Match"] = (new Mutations.PlanWithoutIfMatch(), Scopes.LateBag with { Managers = 2, Faults = 1 }, "a stage was planned twice"),
        ["a process has one nonce for all its claims"] = (new Mutations.OneNonceForAProcess(), Scopes.BagOfSlots, "one attempt is executed twice at once"),
        ["the workers are read before the rows of a bag"] = (new Mutations.WorkersReadBeforeTheRows(), Scopes.Bag, "was taken for dead although it lives"),
        ["the workers are read before the rows of a point"] = (new Mutations.WorkersReadBeforeTheRows(), Scopes.Point, "was taken for dead although it lives"),
        ["the keys go after the header"] = (new Mutations.KeysAfterTheHeader(), Scopes.Point, "the header became terminal while the run still holds its keys"),
        ["the header is terminal before the rows of a bag"] = (new Mutations.HeaderBeforeTheRows(), Scopes.Bag, "the header became terminal while a row is Ready"),
        ["the header is terminal before the rows of a gang"] = (new Mutations.HeaderBeforeTheRows(), Scopes.Gang, "the header became terminal while a row is Ready"),
        ["a cancelled bag is not looked through before its cursor has moved"] =
            (new Mutations.CancelledBagNotLookedThroughBeforeItsCursor(), Scopes.Bag, "the header became terminal while a row is Ready"),
        ["a point is cancelled while a live worker measures it"] =
            (new Mutations.CancelledWhileMeasured(), Scopes.Point, "the keys were given back while the run is still measured"),
        ["a gang is repeated before its gang row is raised"] = (new Mutations.RepeatedBeforeTheGangRow(), Scopes.Gang, "a point is ahead of its gang row"),
        ["a gang is repeated before its members are stopped"] =
            (new Mutations.RepeatedBeforeTheStops(), Scopes.Gang with { Workers = 3, Faults = 1, Cancels = false, TornLooks = false }, "of one point are measured at once"),
        ["a point is repeated before it is Censored"] = (new Mutations.RepeatedBeforeCensored(), Scopes.Point, "attempts 1 and 2 of one point are measured at once"),
        ["a gang is accepted in part"] = (new Mutations.GangAcceptedInPart(), Scopes.Gang, "a gang was accepted in part"),
        ["arrow 5 is used on a row of a point"] = (new Mutations.MeasurementHandedBack(), Scopes.Gang, "the tasks of one point are at different attempts"),
        ["a start is told before it is stored"] = (new Mutations.StartToldBeforeItIsStored(), Scopes.Gang, "a member was told to start that the gang row does not list"),
        ["a worker drops a Running row of a bag"] = (new Mutations.ExecutionDropped(), Scopes.Bag, DeadEnd),
        ["a worker drops a Running row of a point"] = (new Mutations.ExecutionDropped(), Scopes.Point, DeadEnd),
        ["nobody reminds of a lost message of a bag"] = (new Mutations.NobodyRemindedOf(), Scopes.Bag, DeadEnd),
        ["nobody reminds of a lost message of a point"] = (new Mutations.NobodyRemindedOf(), Scopes.Point, DeadEnd),
        ["a decision throws"] = (new Mutations.ThrowsOverACensoredPoint(), Scopes.Point, "a decision throws, so that its run would be ended: nothing can be done with a censored point"),
        ["several are claimed without If-Match"] = (new Mutations.ClaimWithoutIfMatch(), Few, "one attempt is executed twice at once"),
        ["results of several are stored without If-Match"] = (new Mutations.ResultWithoutIfMatch(), Few, "a result of attempt 1 was stored in rows that are"),
        ["the message of several is deleted at the first commit"] =
            (new Mutations.SharedMessageDeletedAtFirstCommit(), Few, "the message of several was deleted, and task 1 is Running and has no other"),
        ["what is given back gets no message"] = (new Mutations.ReturnedWithoutMessage(), Few, "the message of several was deleted, and task 0 is Ready and has no other"),
        ["a worker puts nothing where somebody else has the message of several"] =
            (new Mutations.NothingPutWhereRefused(), Few, "task 1 is Ready and past the cursor, and has no message"),
        ["what is given back keeps its number"] =
            (new Mutations.ReturnedAtItsAttempt(), Few, "a task is to be executed again under the number of the attempt before"),
        ["a loss charges what shared a message"] =
            (new Mutations.ChargedAlthoughShared(), Few, "a task that shared its message was charged with the loss of its worker"),
        ["what waits is not listed"] = (new Mutations.WaitingUnlisted(), Few, "a worker has task 1 and does not list it"),
        ["what is alone by now is claimed with others"] =
            (new Mutations.AloneTakenTogether(), Few, "a task that is handed out alone was claimed with others"),
        ["orphans of a message of several are left"] = (new Mutations.OrphansLeft(), Few, DeadEnd),
        ["nobody reminds of a lost message of several"] = (new Mutations.NobodyRemindedOf(), Few, DeadEnd),
        ["orphans are left"] = (new Mutations.OrphansLeft(), Scopes.Bag, DeadEnd),
    };

    public static TheoryData<string> Names => [.. Cases.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void It_is_found_when(string name)
    {
        var (rules, scope, broken) = Cases[name];
        var outcome = new Searcher(scope, rules).Run();
        output.WriteLine(outcome.ToString());
        Assert.Contains(broken, outcome.Broken ?? "nothing", StringComparison.Ordinal);
        Assert.NotEmpty(outcome.Trace);
    }
}
