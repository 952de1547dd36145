using AzurePerf.Cli.Local;
using AzurePerf.Testing.Time;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class WorkerReplacementsTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly WorkerReplacements _replacements;

    public WorkerReplacementsTests() => _replacements = new(_time);

    [Fact]
    public void Five_workers_are_replaced_at_once_and_the_sixth_a_minute_after_the_first()
    {
        for (var ended = 1; ended <= 5; ended++)
        {
            Assert.Equal(new Replacement(TimeSpan.Zero, ended), Crash());
            _time.Advance(TimeSpan.FromSeconds(6));
        }

        Assert.Equal(new Replacement(TimeSpan.FromSeconds(30), 6), Crash());
    }

    [Fact]
    public void A_worker_that_ends_every_quarter_of_a_minute_is_replaced_at_once_for_ever()
    {
        for (var ended = 0; ended < 100; ended++)
        {
            Assert.Equal(TimeSpan.Zero, Crash().Wait);
            _time.Advance(TimeSpan.FromSeconds(15));
        }
    }

    [Fact]
    public void However_workers_that_had_started_keep_ending_successors_come_and_none_waits_for_more_than_a_minute() => SeededProperty.Holds(
        Gen.Int[0, 20_000].Array[0, 100],
        pauses =>
        {
            var time = new FakeTimeProvider();
            var replacements = new WorkerReplacements(time);
            return pauses.All(pause =>
            {
                time.Advance(TimeSpan.FromMilliseconds(pause));
                return replacements.Next(hadStarted: true, othersWork: false).Wait is { } wait && wait >= TimeSpan.Zero && wait <= TimeSpan.FromMinutes(1);
            });
        });

    [Fact]
    public void Six_workers_in_a_row_that_could_not_start_are_given_up_where_no_other_runs()
    {
        for (var ended = 1; ended <= 5; ended++)
        {
            Assert.NotNull(_replacements.Next(hadStarted: false, othersWork: false).Wait);
        }

        Assert.Null(_replacements.Next(hadStarted: false, othersWork: false).Wait);
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public void A_worker_that_works_says_that_others_can_start(bool hadStarted, bool othersWork)
    {
        for (var ended = 1; ended <= 20; ended++)
        {
            Assert.NotNull(_replacements.Next(hadStarted && ended % 5 == 0, othersWork && ended % 5 == 0).Wait);
        }
    }

    [Fact]
    public void It_is_said_why_the_successor_waits_and_what_to_do() => Assert.Equal(
        "bag-worker-6 was ended by signal 6; 6 workers ended within a minute, so its successor starts in 30 s. If a run ends them, cancel it: azureperf cancel RUN; --logs DIR keeps what each said",
        new Replacement(TimeSpan.FromSeconds(29.5), 6).Waiting(new("bag-worker-6", 134, "")));

    private Replacement Crash() => _replacements.Next(hadStarted: true, othersWork: false);
}
