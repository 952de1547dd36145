using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Limits;

public sealed class QuotaCheckTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 20, 8, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Kept = TimeSpan.FromDays(30);
    private static readonly LimitOptions Limits = new() { CoreHoursPerOwnerAndMonth = 20, OpenTasksPerOwner = 500, KeptBytesPerOwner = 50_000_000_000 };

    [Fact]
    public void Without_quotas_nothing_is_said_and_nothing_refused() =>
        Assert.Empty(QuotaCheck.Standings(new(long.MaxValue / 2, 1_000_000, 1e9), new(long.MaxValue / 2, 1_000_000, 1e9, null), LimitOptions.None, Now));

    [Fact]
    public void Each_quota_is_shown_with_what_is_used_and_what_the_request_takes() => Assert.Equal(
        [
            "Your month: 3.2 of 20 core hours; this request about 0.4.",
            "Your tasks under way: 480 of 500; this request at most about 20.",
            "Your products: 1.2 GB of 50 GB; this request at most about 300 MB.",
        ],
        QuotaCheck.Standings(new(300_000_000, 20, 0.4 * 3_600), new(1_200_000_000, 480, 3.2 * 3_600, null), Limits, Now).Select(QuotaText.Standing));

    [Fact]
    public void A_refusal_says_which_quota_how_much_is_used_and_asked_for_and_when_some_is_free_again() => Assert.Equal(
        [
            "Limits:CoreHoursPerOwnerAndMonth you have used 19.8 of your 20 core hours of this month (UTC), and this request asks for about 0.4; all of them are free again on 2026-12-01",
            "Limits:OpenTasksPerOwner 480 of the 500 tasks that you may have are under way, and this request asks for about 21; there is room again when some of your runs have ended",
            "Limits:KeptBytesPerOwner your products take 49.9 GB of your 50 GB, and this request asks for about 300 MB; some of them no longer count from 2026-11-23, which may not be enough for this request",
        ],
        Refusals(new(300_000_000, 21, 0.4 * 3_600), new(49_900_000_000, 480, 19.8 * 3_600, new(2026, 11, 23, 4, 0, 0, TimeSpan.Zero))));

    [Fact]
    public void Requests_of_the_same_moment_are_not_told_to_be_under_way_because_they_may_be_refused_themselves() => Assert.Equal(
        [
            "Limits:CoreHoursPerOwnerAndMonth together with your other requests of this moment you would have used about 20.2 of your 20 core hours of this month (UTC); send this one again, or ask for less",
            "Limits:OpenTasksPerOwner together with your other requests of this moment you would have about 540 tasks under way, and you may have 500; send this one again, or ask for less",
            "Limits:KeptBytesPerOwner together with your other requests of this moment your products would take about 82.51 GB of your 50 GB; send this one again, or ask for less",
        ],
        QuotaCheck.FaultsAtOnce(QuotaCheck.Standings(new(16_500_000_000, 90, 0.4 * 3_600), new(66_010_000_000, 450, 19.8 * 3_600, null), Limits, Now))
            .Select(fault => $"{fault.Path} {fault.Message}"));

    [Fact]
    public void What_never_fits_is_not_told_to_wait() => Assert.Equal(
        ["Limits:CoreHoursPerOwnerAndMonth you have used 0 of your 20 core hours of this month (UTC), and this request asks for about 21; this is more than the quota, so ask for less"],
        Refusals(new(0, 0, 21 * 3_600), new(0, 0, 0, null)));

    [Fact]
    public void What_fills_a_quota_to_the_last_bit_has_room_and_what_takes_nothing_has_room_in_a_quota_that_use_went_beyond()
    {
        Assert.Empty(Refusals(new(50_000_000_000, 500, 20 * 3_600), new(0, 0, 0, null)));
        Assert.Empty(Refusals(RunUse.None, new(60_000_000_000, 600, 30 * 3_600, null)));
    }

    [Fact]
    public void Core_hours_count_in_the_month_of_the_submission_tasks_until_the_end_and_bytes_as_long_as_products_are_kept()
    {
        var held = QuotaHeld.Of(
            [
                new("ended", new(1, 0, 10), Now.AddDays(-2), Now.AddDays(-1)),
                new("open", new(2, 20, 200), Now.AddDays(-1), null),
                new("lastMonth", new(4, 0, 4_000), Now.AddDays(-22), Now.AddDays(-21)),
                new("gone", new(8, 0, 8_000), Now.AddDays(-40), Now.AddDays(-30)),
                new("stillOpen", new(16, 160, 16_000), Now.AddDays(-50), null),
            ],
            Now, Kept);

        Assert.Equal(new QuotaHeld(1 + 2 + 4 + 16, 180, 210, Now.AddDays(9)), held);
    }

    [Fact]
    public void The_quota_is_whole_again_when_the_next_month_begins_in_utc()
    {
        HeldUse[] runs = [new("a", new(0, 0, 100), new(2026, 11, 30, 23, 59, 59, TimeSpan.Zero), null)];

        Assert.Equal(100, QuotaHeld.Of(runs, new(2026, 11, 30, 23, 59, 59, TimeSpan.Zero), Kept).CoreSeconds);
        Assert.Equal(0, QuotaHeld.Of(runs, new(2026, 12, 1, 2, 0, 0, TimeSpan.FromHours(2)), Kept).CoreSeconds);
    }

    [Fact]
    public void A_correction_that_is_made_again_and_an_entry_that_stands_twice_change_nothing() => SeededProperty.Holds(
        Gen.Select(Gen.Int[0, 5], Gen.Int[0, 100], Gen.Int[0, 100], (run, bytes, seconds) => new HeldUse(
            $"run{run}", new(bytes, 0, seconds), Now.AddHours(-run), Now)).Array[0, 12],
        runs => QuotaHeld.Of(runs.DistinctBy(run => run.RunId), Now, Kept) is var once
            && QuotaHeld.Of([.. runs.DistinctBy(run => run.RunId), .. runs.DistinctBy(run => run.RunId)], Now, Kept) == once);

    /// <summary>A model of submissions at once: each looks, writes its entry, looks again, and takes it back where there is no room. Whatever
    /// the order of their steps is, what is let in fits.</summary>
    [Fact]
    public void In_whatever_order_submissions_take_their_steps_together_they_never_pass_a_quota() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 60].Array[2, 6], Gen.Int[0, 1_000].Array[40]),
        drawn =>
        {
            var (asks, order) = drawn;
            var model = asks.Select(asked => new Submitter(new(0, asked, 0))).ToArray();
            var limits = new LimitOptions { OpenTasksPerOwner = 100 };
            foreach (var turn in order.Concat(Enumerable.Range(0, 100)))
            {
                model[turn % model.Length].Step(model, limits);
            }

            return model.All(one => one.IsOver) && model.Where(one => one.IsIn).Sum(one => one.Use.Tasks) <= 100;
        },
        cases: 2_000);

    private static string[] Refusals(RunUse asked, QuotaHeld held) =>
        [.. QuotaCheck.Faults(QuotaCheck.Standings(asked, held, Limits, Now)).Select(fault => $"{fault.Path} {fault.Message}")];

    private sealed class Submitter(RunUse use)
    {
        private int _step;

        public RunUse Use => use;

        /// <summary>Whether its entry is in the index.</summary>
        public bool IsIn { get; private set; }

        public bool IsOver => _step == 3;

        public void Step(IReadOnlyList<Submitter> all, LimitOptions limits)
        {
            var others = all.Select((one, number) => (one, number)).Where(other => other.one != this && other.one.IsIn)
                .Select(other => new HeldUse($"run{other.number}", other.one.Use, Now, null));
            var hasRoom = QuotaCheck.Faults(QuotaCheck.Standings(use, QuotaHeld.Of(others, Now, Kept), limits, Now)).Count == 0;
            (IsIn, _step) = (_step, hasRoom) switch
            {
                (0, true) => (false, 1),
                (1, _) => (true, 2),
                (2, _) => (hasRoom, 3),
                _ => (IsIn, 3),
            };
        }
    }
}
