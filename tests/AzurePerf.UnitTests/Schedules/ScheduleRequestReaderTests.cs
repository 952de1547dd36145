using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Schedules;

public sealed class ScheduleRequestReaderTests
{
    private const string Run = """{"experiment": "blob.download", "preset": "quick", "target": "west"}""";

    [Fact]
    public void A_request_is_read_with_its_defaults()
    {
        var request = Read($$"""{"cron": " 0  2 * * *", "run": {{Run}}}""").Request!;

        Assert.Equal(("", "0 2 * * *", "UTC", 0, OverlapPolicy.Skip, true, Run), (request.Name, request.Cron, request.Zone, request.JitterSeconds, request.Overlap, request.Enabled, request.Run));
        Assert.Equal(("blob.download", "west"), (request.Spec.Experiment, request.Spec.Target));
    }

    [Fact]
    public void A_name_of_which_nothing_can_be_seen_is_none() =>
        Assert.Equal("", Read($$"""{"name": " \u200b", "cron": "0 2 * * *", "run": {{Run}}}""").Request!.Name);

    [Fact]
    public void Every_member_can_be_said()
    {
        var request = Read($$"""{"name": "nightly", "cron": "0 2 * * *", "zone": "Europe/Berlin", "jitterSeconds": 600, "overlap": "allow", "enabled": false, "run": {{Run}}}""").Request!;

        Assert.Equal(("nightly", "Europe/Berlin", 600, OverlapPolicy.Allow, false), (request.Name, request.Zone, request.JitterSeconds, request.Overlap, request.Enabled));
    }

    [Theory]
    [InlineData("""{"run": RUN}""", "cron", "is required: ")]
    [InlineData("""{"cron": 5, "run": RUN}""", "cron", "must be a text ")]
    [InlineData("""{"cron": "0 25 * * *", "run": RUN}""", "cron", "has '25' as its hour: ")]
    [InlineData("""{"cron": "0 2 * * *", "zone": "Mars/Olympus", "run": RUN}""", "zone", "is not a time zone of the server: ")]
    [InlineData("""{"cron": "0 2 * * *", "jitterSeconds": 86401, "run": RUN}""", "jitterSeconds", "must be a whole number from 0 to 86400")]
    [InlineData("""{"cron": "0 2 * * *", "overlap": "queue", "run": RUN}""", "overlap", "must be one of skip, allow")]
    [InlineData("""{"cron": "0 2 * * *", "enabled": "no", "run": RUN}""", "enabled", "must be true or false")]
    [InlineData("""{"cron": "0 2 * * *", "every": "day", "run": RUN}""", "every", "is unknown; known are name, cron, ")]
    [InlineData("""{"cron": "0 2 * * *"}""", "run", "is required: ")]
    [InlineData("""{"cron": "0 2 * * *", "run": "quick"}""", "run", "must be a JSON object ")]
    [InlineData("""{"cron": "0 2 * * *", "run": {"experiment": "blob.download", "parameters": {"clients": 0}}}""", "run.parameters.clients", "must be ")]
    [InlineData("""["nightly"]""", "", "must be a JSON object ")]
    [InlineData("""{"cron": """, "", "is not valid JSON: ")]
    [InlineData("""{"cron": "0 2 * * *", "cron": "0 3 * * *", "run": RUN}""", "", "is not valid JSON: ")]
    [InlineData("""{"name": "\ud800", "cron": "0 2 * * *", "run": RUN}""", "", "is not valid JSON: a text in it is not Unicode")]
    public void A_fault_names_its_field(string text, string path, string message)
    {
        var reading = Read(text.Replace("RUN", Run, StringComparison.Ordinal));

        Assert.Null(reading.Request);
        var fault = Assert.Single(reading.Faults);
        Assert.Equal(path, fault.Path);
        Assert.StartsWith(message, fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void All_faults_are_reported_at_once() => Assert.Equal(
        ["cron", "zone", "run.experiment"],
        Read("""{"cron": "x", "zone": "y", "run": {"experiment": "blob.teleport"}}""").Faults.Select(fault => fault.Path));

    [Fact]
    public void A_run_request_that_no_row_could_hold_is_refused()
    {
        var run = Run.Replace("}", new string(' ', ScheduleLimits.RequestCharacters) + "}", StringComparison.Ordinal);

        var reading = Read($$"""{"cron": "0 2 * * *", "run": {{run}} }""");

        Assert.Equal("run", Assert.Single(reading.Faults).Path);
    }

    private static ScheduleRequestResult Read(string text) =>
        new ScheduleRequestReader(new RunSpecReader(Shipped.Experiments, Shipped.Targets("default", "west"), new SeededIdSource(7))).Read(Encoding.UTF8.GetBytes(text));
}
