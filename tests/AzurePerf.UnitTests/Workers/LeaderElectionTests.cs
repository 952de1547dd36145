using AzurePerf.Core.Workers;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class LeaderElectionTests
{
    private static readonly EngineTimes Times = new(TimeSpan.FromSeconds(20));
    private readonly LeaderElection _election = new("me", Times);

    [Fact]
    public void Whoever_finds_no_leader_takes_the_lead_and_keeps_it_by_counting_on()
    {
        Assert.Equal(new LeaderState("me", 1), _election.Next(null, TimeSpan.Zero));
        Assert.Equal(new LeaderState("me", 8, "etag7"), _election.Next(new("me", 7, "etag7"), TimeSpan.Zero));
    }

    [Fact]
    public void A_leader_that_stands_still_over_three_heartbeats_of_reads_is_followed_and_no_sooner()
    {
        var other = new LeaderState("other", 7, "etag7");
        for (var seconds = 0; seconds < 60; seconds += 10)
        {
            Assert.Null(_election.Next(other, TimeSpan.FromSeconds(seconds)));
        }

        Assert.Equal(new LeaderState("me", 1, "etag7"), _election.Next(other, TimeSpan.FromSeconds(60)));
    }

    [Fact]
    public void A_beat_starts_the_count_anew_and_so_does_a_gap_between_two_reads()
    {
        for (var seconds = 0; seconds <= 50; seconds += 10)
        {
            Assert.Null(_election.Next(new("other", 7, "etag7"), TimeSpan.FromSeconds(seconds)));
        }

        Assert.Null(_election.Next(new("other", 8, "etag8"), TimeSpan.FromSeconds(60)));
        Assert.Null(_election.Next(new("other", 8, "etag8"), TimeSpan.FromSeconds(110)));
        Assert.Null(_election.Next(new("other", 8, "etag8"), TimeSpan.FromSeconds(120)));
    }

    [Fact]
    public void The_lead_is_renewed_every_half_heartbeat_and_ends_by_itself_well_before_another_can_have_it()
    {
        Assert.False(_election.Leads(TimeSpan.Zero));
        _election.Renewed(TimeSpan.FromSeconds(100));

        Assert.False(_election.RenewalIsDue(TimeSpan.FromSeconds(109.9)));
        Assert.True(_election.RenewalIsDue(TimeSpan.FromSeconds(110)));
        Assert.True(_election.Leads(TimeSpan.FromSeconds(144.9)));
        Assert.False(_election.Leads(TimeSpan.FromSeconds(145)));
    }

    [Fact]
    public void Whoever_was_refused_leads_no_more()
    {
        _election.Renewed(TimeSpan.FromSeconds(100));
        _election.Lost();

        Assert.False(_election.Leads(TimeSpan.FromSeconds(100)));
    }

    [Fact]
    public void Of_three_processes_that_stand_still_and_restart_at_random_never_two_lead_at_one_moment()
    {
        var changes = 0;
        SeededProperty.Holds(Gen.Int[0, int.MaxValue], seed =>
        {
            var scene = new Rivals(new Random(seed));
            changes += scene.ChangesOverAnHour();
            return true;
        }, cases: 200);

        Assert.True(changes > Night.Size(usually: 500, atNight: 1_000), $"the lead changed only {changes} times: the property says little");
    }

    /// <summary>Processes that read and write one row with the service's ETags; every request may take effect long after it began, and its answer may come later still.</summary>
    private sealed class Rivals(Random random)
    {
        private LeaderState? _row;
        private int _writes;
        private int _starts;

        public int ChangesOverAnHour()
        {
            Rival[] rivals = [Start(), Start(), Start()];
            var (now, changes, last) = (TimeSpan.Zero, 0, (Rival?)null);
            while (now < TimeSpan.FromHours(1))
            {
                var next = rivals.MinBy(rival => rival.Due)!;
                now = next.Due;
                next.Step(now);
                if (random.Next(300) == 0)
                {
                    rivals[Array.IndexOf(rivals, next)] = Start(now);
                }

                var leaders = rivals.Where(rival => rival.Election.Leads(now)).ToArray();
                Assert.True(leaders.Length <= 1, $"two lead after {now}");
                changes += leaders.Length == 1 && leaders[0] != last ? 1 : 0;
                last = leaders.Length == 1 ? leaders[0] : last;
            }

            return changes;
        }

        private Rival Start(TimeSpan now = default)
        {
            var name = $"process{++_starts}";
            return new(new(name, Times), Delay, Read, Write) { Due = now + Delay() };
        }

        /// <summary>Mostly milliseconds, sometimes seconds, now and then longer than it takes to be declared dead.</summary>
        private TimeSpan Delay() => TimeSpan.FromSeconds(random.Next(150) == 0 ? 200 * random.NextDouble() : random.Next(60) == 0 ? 25 * random.NextDouble() : random.NextDouble());

        private LeaderState? Read() => _row;

        private LeaderState? Write(LeaderState claim)
        {
            if ((_row?.ETag ?? "") != claim.ETag)
            {
                return null;
            }

            return _row = claim with { ETag = $"etag{++_writes}" };
        }
    }

    private sealed class Rival(LeaderElection election, Func<TimeSpan> delay, Func<LeaderState?> read, Func<LeaderState, LeaderState?> write)
    {
        private int _phase;
        private TimeSpan _began;
        private LeaderState? _held;
        private LeaderState? _found;
        private LeaderState? _claim;

        public LeaderElection Election => election;

        public TimeSpan Due { get; set; }

        /// <summary>A request begins, takes effect at the store, and is answered: three different moments.</summary>
        public void Step(TimeSpan now)
        {
            Due = now + delay();
            switch (_phase++)
            {
                case 0:
                    _began = now;
                    _phase = election.Leads(now) && !election.RenewalIsDue(now) ? 0 : 1;
                    break;
                case 1:
                    _found = _held is not null && election.Leads(now) ? _held : read();
                    break;
                case 2:
                    _claim = election.Next(_found, _began);
                    _phase = _claim is null ? 0 : 3;
                    break;
                case 3:
                    _held = write(_claim!);
                    break;
                default:
                    Note();
                    _phase = 0;
                    break;
            }
        }

        private void Note()
        {
            if (_held is null)
            {
                election.Lost();
            }
            else
            {
                election.Renewed(_began);
            }
        }
    }
}
