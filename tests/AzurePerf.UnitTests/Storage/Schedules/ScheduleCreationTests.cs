using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Schedules;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Schedules;

/// <summary>However two requests for one name fall together, one schedule has it.</summary>
public sealed class ScheduleCreationTests
{
    private static readonly ScheduleRequest Request = new("nightly", "0 2 * * *", "UTC", 0, OverlapPolicy.Skip, true, "{}", SampleSpecs.Downloads());
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryControlPlane _control;

    public ScheduleCreationTests() => _control = new(_time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Of_two_that_want_a_name_at_once_one_has_it(int slowAtWrite)
    {
        // The slow one stands still before it takes the name, before it stores the schedule, and before it confirms the name.
        var writes = 0;
        (ScheduleAddition Outcome, string Id, Schedule? Schedule) fast = default;
        var slow = new InterruptedRowStore(_control.Rows, ControlNames.SchedulesTable, async _ =>
        {
            if (++writes < slowAtWrite)
            {
                return false;
            }

            fast = await AddAsync(_control.Rows, 2);
            return true;
        });

        var late = await AddAsync(slow, 1);

        Assert.Equal(slowAtWrite, writes);
        var added = Assert.Single(new[] { fast, late }, request => request.Outcome == ScheduleAddition.Added).Id;
        var refused = Assert.Single(new[] { fast, late }, request => request.Outcome != ScheduleAddition.Added);
        Assert.Equal((ScheduleAddition.NameTaken, added), (refused.Outcome, refused.Id));
        Assert.Equal([added], await new ScheduleStore(_control.Rows).ListAsync(Cancelled).Select(entry => entry.Id).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_name_whose_schedule_was_never_stored_may_be_taken()
    {
        var crash = new CrashPlan();
        crash.Arm(2, applied: false);
        await Assert.ThrowsAsync<SimulatedCrashException>(() => AddAsync(new CrashingRowStore(_control.Rows, crash), 1));

        Assert.Equal(ScheduleAddition.Added, (await AddAsync(_control.Rows, 2)).Outcome);
    }

    [Fact]
    public async Task A_schedule_of_an_older_build_keeps_its_name()
    {
        await new ScheduleStore(_control.Rows).TryAddAsync(SampleSchedules.Of("0 3 * * *", _time.GetUtcNow()) with { Name = "nightly" }, Cancelled);

        Assert.Equal(ScheduleAddition.NameTaken, (await AddAsync(_control.Rows, 2)).Outcome);
    }

    private Task<(ScheduleAddition Outcome, string Id, Schedule? Schedule)> AddAsync(IRowStore rows, int seed) =>
        new ScheduleCreation(new(rows), new SeededIdSource(seed), _time).AddAsync(Request, "ann", null, "body", Cancelled);
}
