using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Measurements.Logs;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class MemberMergeTests
{
    private static readonly Gen<Sample[][]> Clients =
        Gen.Select(Gen.Int[0, 2_000], Gen.Int[0, 2_000], Gen.Int[0, 5]).Array[30].Array[2, 9].Select(samples => samples.Select((own, client) => Sequence(client, own)).ToArray());

    [Fact]
    public void A_gang_with_exact_clocks_gives_what_one_worker_with_all_clients_would_have_given() => SeededProperty.Holds(
        from clients in Clients
        from members in Gen.Int[1, clients.Length]
        from offsets in Gen.Int[-2_000_000, 2_000_000].Array[members]
        select (clients, members, offsets),
        scene =>
        {
            var alone = MemberScene.Merge([MemberScene.Of(scene.clients, 0, 1, offset: 0)], 1);
            var gang = MemberScene.Merge(
                [.. Enumerable.Range(0, scene.members).Select(member => MemberScene.Of(scene.clients, member, scene.members, scene.offsets[member] * 1_000L))], scene.members);
            return Same(alone.Result, gang.Result)
                && alone.Details.Samples.SequenceEqual(gang.Details.Samples)
                && LatencyHistogramEquality.Differences(alone.Details.Latencies, gang.Details.Latencies).Count == 0;
        });

    [Fact]
    public void Merged_histograms_are_those_of_all_latencies_together_and_exactly() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, int.MaxValue], Gen.Int[1, 5]),
        scene =>
        {
            var (seed, members) = scene;
            var latencies = MixedLatencies.Draw(300, seed);
            var merged = MemberScene.Merge([.. latencies.Chunk((latencies.Length + members - 1) / members).Select((own, member) => MemberScene.OfLatencies(member, own))], members);
            var whole = new LatencyHistogram();
            Array.ForEach(latencies, whole.Record);
            return LatencyHistogramEquality.Differences(whole, merged.Details.Latencies).Count == 0;
        },
        cases: 30);

    [Fact]
    public void Types_of_operations_add_up_to_all_of_them_in_the_overlap_of_a_gang()
    {
        Sample[][] clients = [[Ok(0, 0, 10_000_000), Ok(0, 10_000_000, 20_000_000), Ok(0, 20_000_000, 21_000_000)], [Ok(1, 5_000_000, 25_000_000)]];

        var merged = MemberScene.Merge([.. Enumerable.Range(0, 2).Select(member => WithTypes(MemberScene.Of(clients, member, 2, offset: 0)))], 2).Details;

        Assert.All(merged.Clients, client => Assert.Equal(client.OverlapOperations, client.Types!.Sum(type => type.OverlapOperations), 9));
        Assert.Equal([2.5, 0.8], merged.Clients.Select(client => client.OverlapOperations));
    }

    private static MemberMeasurement WithTypes(MemberMeasurement member) => member with
    {
        Details = member.Details with
        {
            OperationTypes = [.. new[] { "read", "write" }.Select(name => new ObservedOperationType(new(name), new(), new Dictionary<OperationOutcome, FailedOperations>()) { Course = new(1, [], []) })],
            Clients = [.. member.Details.Clients.Select(client => client with { Types = [new(client.Completed - 1, client.Completed - 1), new(1, 0.5)] })],
        },
    };

    [Fact]
    public void Latency_logs_of_the_members_become_one_on_the_common_clock()
    {
        Sample[][] clients = [[Ok(0, 0, 10_000_000)], [Ok(1, 0, 10_000_000)]];
        var first = MemberScene.Of(clients, 0, 2, 5_000) with { LatencyLog = LogOf((0, 50), (1, 70)) };
        var second = MemberScene.Of(clients, 1, 2, -900_000_000) with { LatencyLog = LogOf((1, 80), (3, 90)) };

        using var text = new StringReader(MemberScene.Merge([second, first], 2).LatencyLog!);
        var reader = new HistogramLogReader(text);
        var seconds = new List<string>();
        while (reader.Read() is { } interval)
        {
            seconds.Add($"{interval.StartNanoseconds / 1_000_000_000}: {string.Join(' ', interval.Decode().RecordedBuckets().Select(bucket => bucket.LowestNanoseconds))}");
        }

        Assert.Equal(["0: 50", "1: 70 80", "3: 90"], seconds);
    }

    [Fact]
    public void A_latency_log_of_some_members_only_would_pass_for_all_and_is_left_out()
    {
        Sample[][] clients = [[Ok(0, 0, 10_000_000)], [Ok(1, 0, 10_000_000)]];

        Assert.Null(MemberScene.Merge([MemberScene.Of(clients, 0, 2, 0) with { LatencyLog = LogOf((0, 50)) }, MemberScene.Of(clients, 1, 2, 0)], 2).LatencyLog);
    }

    [Fact]
    public void The_skew_spans_all_members_and_its_bound_adds_the_two_worst_clocks()
    {
        Sample[][] clients = [[Ok(0, 0, 10_000_000)], [Ok(1, 400_000, 10_000_000)], [Ok(2, 100_000, 10_000_000)]];
        var result = MemberScene.Merge(
            [MemberScene.Of(clients, 0, 3, 5_000, bound: 70_000), MemberScene.Of(clients, 1, 3, -900, bound: 20_000), MemberScene.Of(clients, 2, 3, 0, bound: 50_000)], 3).Result;
        var summary = result.Operations!;

        Assert.Equal(0.0004, summary.StartSkewSeconds, 12);
        Assert.Equal(0.00012, summary.StartSkewBoundSeconds, 12);
        Assert.Contains(PointFlag.NotConcurrent, result.Flags);
        Assert.Equal((10_000_000 - 70_000 - 420_000) / 1e9, summary.OverlapSeconds, 12);
    }

    [Fact]
    public void The_same_skew_with_good_clocks_is_concurrent()
    {
        Sample[][] clients = [[Ok(0, 0, 10_000_000)], [Ok(1, 400_000, 10_000_000)]];
        var result = MemberScene.Merge([MemberScene.Of(clients, 0, 2, 0, bound: 10_000), MemberScene.Of(clients, 1, 2, 0, bound: 10_000)], 2).Result;
        var summary = result.Operations!;

        Assert.DoesNotContain(PointFlag.NotConcurrent, result.Flags);
    }

    [Fact]
    public void Each_part_is_kept_with_its_clocks_and_its_first_and_last_instant()
    {
        Sample[][] clients = [[Ok(0, 0, 5_000)], [Ok(1, 300, 7_000)], [Ok(2, 200, 9_000)]];
        var details = MemberScene.Merge([MemberScene.Of(clients, 1, 2, -40, bound: 3), MemberScene.Of(clients, 0, 2, 10_000, bound: 5)], 2).Details;

        Assert.Equal([(0, 0L, 7_000L, 5L), (1, 200L, 9_000L, 3L)],
            details.Members.Select(part => (part.Timing.Member, part.FirstStartNanoseconds!.Value, part.LastEndNanoseconds!.Value, part.BoundNanoseconds)));
        Assert.Equal([0, 0, 1], details.Clients.Select(client => client.Member));
        Assert.Null(details.Timing);
    }

    [Fact]
    public void Drift_between_the_two_clock_exchanges_is_taken_out()
    {
        Sample[][] clients = [[Ok(0, 0, 10_000_000_000)], [Ok(1, 0, 10_000_000_000)]];
        var drifting = MemberScene.Of(clients, 1, 2, 0);
        var timing = drifting.Details.Timing!;
        drifting = drifting with { Details = drifting.Details with { Timing = timing with { After = timing.Before with { OffsetNanoseconds = 1_000_000, AtNanoseconds = timing.OpenedNanoseconds + 10_000_000_000 } } } };
        drifting = drifting with { Details = drifting.Details with { Timing = drifting.Details.Timing! with { Before = timing.Before with { AtNanoseconds = timing.OpenedNanoseconds } } } };

        var merged = MemberScene.Merge([MemberScene.Of(clients, 0, 2, 0), drifting], 2);

        Assert.Equal(10_001_000_000, merged.Details.Members[1].LastEndNanoseconds);
        Assert.Equal(0, merged.Details.Members[1].FirstStartNanoseconds);
    }

    [Fact]
    public void Work_in_the_common_overlap_is_taken_by_share_of_time_where_samples_are_missing()
    {
        Sample[][] clients = [[Ok(0, 0, 1_000)], [Ok(1, 500, 1_000)]];
        var first = MemberScene.Of(clients, 0, 2, 0);
        var some = first with { Details = first.Details with { SamplesNotKept = 1, Clients = [first.Details.Clients[0] with { OverlapOperations = 8, OverlapBytes = 80, OverlapRestNanoseconds = 100 }] } };

        var merged = MemberScene.Merge([some, MemberScene.Of(clients, 1, 2, 0)], 2).Details;

        Assert.Equal((4, 40, 50), (merged.Clients[0].OverlapOperations, merged.Clients[0].OverlapBytes, merged.Clients[0].OverlapRestNanoseconds));
        Assert.Equal((1, 100), (merged.Clients[1].OverlapOperations, merged.Clients[1].OverlapBytes));
        Assert.Equal([false, true], merged.Members.Select(part => part.OverlapFromSamples));
    }

    [Fact]
    public void Values_of_all_members_become_those_of_the_point_each_by_its_own_rule()
    {
        Sample[][] clients = [[Ok(0, 0, 1_000)], [Ok(1, 0, 1_000)], [Ok(2, 0, 1_000)]];
        var result = MemberScene.Merge(
            [
                Valued(0, new("first", "", 7), new("sent", "B", 10, ValueMerge.Sum), new("rtt", "us", 30, ValueMerge.Mean), new("least", "us", 5, ValueMerge.Minimum)),
                Valued(1, new("first", "", 8), new("sent", "B", 20, ValueMerge.Sum), new("rtt", "us", 60, ValueMerge.Mean), new("least", "us", 4, ValueMerge.Minimum)),
                Valued(2, new("sent", "B", 30, ValueMerge.Sum), new("most", "s", 1.5, ValueMerge.Maximum)),
            ],
            3).Result;
        var summary = result.Operations!;

        Assert.Equal([("first", 7), ("sent", 60), ("rtt", 45), ("least", 4), ("most", 1.5)], result.Values.Select(value => (value.Name, value.Value)));
        Refused("do not mean the same by 'sent'", Valued(0, new PointValue("sent", "B", 1, ValueMerge.Sum)), Valued(1, new PointValue("sent", "s", 1, ValueMerge.Sum)));

        MemberMeasurement Valued(int member, params PointValue[] values)
        {
            var measurement = MemberScene.Of(clients, member, 3, 0);
            return measurement with { Details = measurement.Details with { Values = values } };
        }
    }

    [Fact]
    public void A_value_that_one_member_had_to_leave_out_is_not_made_of_the_others()
    {
        Sample[][] clients = [[Ok(0, 0, 1_000)], [Ok(1, 0, 1_000)]];
        var merged = MemberScene.Merge([Valued(0, 5_000), Valued(1, double.PositiveInfinity)], 2);

        Assert.Equal(["seen"], merged.Result.Values.Select(value => value.Name));
        Assert.Equal(["made"], merged.Details.ValuesLeftOut!);
        Assert.Contains("a value 'made' was Infinity and is left out", merged.Result.Notes);

        MemberMeasurement Valued(int member, double made)
        {
            var (kept, leftOut, notes) = PointValue.Finite([new("seen", "", 1), new("made", "1/s", made, ValueMerge.Sum)]);
            var measurement = MemberScene.Of(clients, member, 2, 0);
            return measurement with { Details = measurement.Details with { Values = kept, ValuesLeftOut = leftOut, ProbeNotes = notes } };
        }
    }

    [Fact]
    public void A_missing_member_makes_the_point_partial_and_flags_of_the_environment_are_kept()
    {
        Sample[][] clients = [[Ok(0, 0, 1_000)], [Ok(1, 0, 1_000)]];
        var member = MemberScene.Of(clients, 1, 2, 0);
        var result = MemberScene.Merge([member with { Details = member.Details with { TargetFlags = [PointFlag.SameAccount] } }], 2).Result;

        Assert.Equal([PointFlag.SampleTooSmall, PointFlag.SameAccount, PointFlag.Partial], result.Flags);
        Assert.Equal(1, result.Operations!.Clients);
    }

    [Fact]
    public void A_member_that_only_answered_is_not_missing()
    {
        Sample[][] clients = [[], [Ok(1, 0, 1_000)]];
        var result = MemberScene.Merge([MemberScene.Of(clients, 1, 2, 0)], 1).Result;
        var summary = result.Operations!;

        Assert.DoesNotContain(PointFlag.Partial, result.Flags);
    }

    [Fact]
    public void A_member_whose_machine_was_the_limit_flags_the_point_and_is_named()
    {
        Sample[][] clients = [[Ok(0, 0, 1_000)], [Ok(1, 0, 1_000)]];
        var busy = MemberScene.Of(clients, 1, 2, 0);
        busy = busy with { Details = busy.Details with { Environment = busy.Details.Environment with { WindowSeconds = 1, ProcessorSeconds = 1.9, Processors = 2 } } };

        var result = MemberScene.Merge([MemberScene.Of(clients, 0, 2, 0), busy], 2).Result;
        var summary = result.Operations!;

        Assert.Contains(PointFlag.GeneratorBound, result.Flags);
        Assert.Equal([new(PointFlag.GeneratorBound, "the worker used 95.0 % of its processors; 80.0 % is allowed (worker1; 1 of 2 workers)")], result.Reasons);
    }

    [Fact]
    public void The_load_of_a_member_in_an_open_loop_is_told_by_its_service_times()
    {
        var (waited, served) = (9_000_000L, 1_000L);
        var serviceTimes = new LatencyHistogram();
        Array.ForEach([.. Enumerable.Repeat(served, 10)], serviceTimes.Record);
        var member = MemberScene.OfLatencies(0, [.. Enumerable.Repeat(waited, 10)]);
        member = member with { Details = member.Details with { OpenLoop = new(ArrivalKind.Constant, serviceTimes, new(), new()) } };

        var details = MemberScene.Merge([member], 1).Details;

        Assert.Equal(served, details.Members[0].MedianNanoseconds);
        Assert.Equal(served, details.Generators[0].MedianNanoseconds);
        Assert.Equal(served, member.Details.Generators[0].MedianNanoseconds);
    }

    [Fact]
    public void Operations_over_time_are_put_on_the_common_clock_in_the_widest_bins_or_left_out_when_a_member_has_none()
    {
        Sample[][] clients = [[Ok(0, 0, 1_000)], [Ok(1, 0, 1_000)]];
        var first = Counted(MemberScene.Of(clients, 0, 2, 5_000), new(5_000_000, [1, 2, 3, 4, 5]));
        var second = Counted(MemberScene.Of(clients, 1, 2, -70_000), new(10_000_000, [10, 20]));

        var merged = MemberScene.Merge([first, second], 2).Details.OperationBins!;
        Assert.Equal((10_000_000, "13 27 5"), (merged.BinNanoseconds, string.Join(' ', merged.Operations)));
        Assert.Null(MemberScene.Merge([first, MemberScene.Of(clients, 1, 2, 0)], 2).Details.OperationBins);

        static MemberMeasurement Counted(MemberMeasurement member, OperationBins bins) => member with { Details = member.Details with { OperationBins = bins } };
    }

    [Fact]
    public void Measurements_that_are_not_of_one_gang_are_refused()
    {
        Sample[][] clients = [[Ok(0, 0, 1_000)], [Ok(1, 0, 1_000)]];
        var (first, second) = (MemberScene.Of(clients, 0, 2, 0), MemberScene.Of(clients, 1, 2, 0));
        Refused("a gang of 2 cannot have 0 measurements");
        Refused("are not those of a gang", first, first);
        Refused("did not start by one agreement", first, With(second, timing => timing with { PlannedStartNanoseconds = timing.PlannedStartNanoseconds + 1 }));
        Refused("did not start by one agreement", first, With(second, timing => timing with { Before = timing.Before with { Clock = "other" } }));
        Refused("client 0 belongs to more than one member", first, With(first, timing => timing with { Member = 1 }));
        Refused("not made in a gang", first, second with { Details = second.Details with { Timing = null } });
        Refused("same operation", first, second with { Details = second.Details with { PlannedWireRequestsPerOperation = 2 } });
    }

    private static void Refused(string reason, params MemberMeasurement[] members) =>
        Assert.Contains(reason, Assert.Throws<InvalidDataException>(() => MemberScene.Merge(members, 2)).Message, StringComparison.Ordinal);

    private static MemberMeasurement With(MemberMeasurement member, Func<MemberTiming, MemberTiming> change) =>
        member with { Details = member.Details with { Timing = change(member.Details.Timing!) } };

    private static Sample Ok(int client, long start, long end) => new(client, start, start, end, 100, OperationOutcome.Ok, 1);

    private static Sample[] Sequence(int client, (int Pause, int Length, int Kind)[] steps)
    {
        var (now, samples) = (0L, new List<Sample>());
        foreach (var (pause, length, kind) in steps)
        {
            now += pause;
            samples.Add(kind == 0
                ? new(client, now, now, now + length, 0, OperationOutcome.Throttled, 0)
                : new(client, now, now, now + length, kind * 100, OperationOutcome.Ok, 1));
            now += length;
        }

        return [.. samples];
    }

    private static bool Same(PointResult one, PointResult other) =>
        one.Flags.SequenceEqual(other.Flags) && one.ElapsedSeconds == other.ElapsedSeconds && Same(one.Operations!, other.Operations!);

    private static bool Same(OperationSummary one, OperationSummary other) =>
        one.Outcomes.SequenceEqual(other.Outcomes)
        && one.Latency == other.Latency
        && (one.Operations, one.Bytes, one.WireRequests, one.PlannedWireRequests) == (other.Operations, other.Bytes, other.WireRequests, other.PlannedWireRequests)
        && (one.StartSkewSeconds, one.StartSkewBoundSeconds, one.OverlapSeconds, one.OverlapRatio)
            == (other.StartSkewSeconds, other.StartSkewBoundSeconds, other.OverlapSeconds, other.OverlapRatio)
        && Same(one.OperationsPerSecond, other.OperationsPerSecond)
        && Same(one.BytesPerSecond, other.BytesPerSecond);

    private static bool Same(RateStatistics one, RateStatistics other) =>
        Close(one.Total, other.Total) && Close(one.SumOfClientMeans, other.SumOfClientMeans)
        && Close(one.InOverlap ?? -1, other.InOverlap ?? -1) && Close(one.PerClientMean, other.PerClientMean);

    private static bool Close(double one, double other) => Math.Abs(one - other) <= 1e-9 * Math.Max(Math.Abs(one), Math.Abs(other));

    private static string LogOf(params (int Interval, long Nanoseconds)[] latencies)
    {
        var series = new LatencyTimeline();
        foreach (var (interval, nanoseconds) in latencies)
        {
            var one = new LatencyHistogram();
            one.Record(nanoseconds);
            series.Add(interval, one);
        }

        return LatencyLog.Write(DateTimeOffset.UnixEpoch, series, new Dictionary<OperationOutcome, FailedOperations>(), 0);
    }
}
