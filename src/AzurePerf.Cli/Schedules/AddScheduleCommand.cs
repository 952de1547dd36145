using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;

namespace AzurePerf.Cli.Schedules;

/// <summary>`azureperf schedule add`.</summary>
internal sealed class AddScheduleCommand : ToolCommand
{
    private readonly RunRequestOptions _request = new("Your own words for the schedule and its runs.");
    private readonly Option<string> _cron = new("--cron")
    {
        Description = "Minute, hour, day of the month, month, day of the week (SUN to SAT or 0 to 6); all five must match.",
        HelpName = "EXPRESSION",
        Required = true,
    };

    private readonly Option<string?> _zone = new("--zone")
    {
        Description = "The time zone that it is meant in, such as Europe/Berlin. [default UTC]",
        HelpName = "ZONE",
    };
    private readonly Option<int?> _jitter = IntegerOption.CreateOptional(
        "--jitter", "Start each run up to this many seconds later, so that not everything starts at once. [default 0]", 0,
        ScheduleLimits.JitterSeconds);

    private readonly Option<string?> _overlap = new("--overlap")
    {
        Description = "While a run of the schedule has not ended: skip or allow. [default skip]",
        HelpName = "WORD",
    };

    public AddScheduleCommand(Func<ParseResult, Session> open)
        : base(
            "add",
            "Adds a schedule and prints its id and its next starts.",
            "azureperf schedule add blob.download --preset reduced --cron \"0 2 * * MON-FRI\" --zone Europe/Berlin --name nightly",
            "azureperf schedule add table.insert --set clients=1,8,64 --cron \"*/30 * * * *\" --jitter 120",
            "azureperf schedule add --file run.json --cron \"0 6 1 * *\" --overlap allow")
    {
        _overlap.AcceptOnlyFromAmong("skip", "allow");
        _request.AddTo(this);
        foreach (var option in new Option[] { _cron, _zone, _jitter, _overlap })
        {
            Add(option);
        }

        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed, cancellationToken));
    }

    private async Task<int> ExecuteAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        var run = _request.Read(parsed);
        var request = new JsonObject();
        Put(request, "name", run.Name);
        Put(request, "cron", parsed.GetRequiredValue(_cron));
        Put(request, "zone", parsed.GetValue(_zone));
        Put(request, "jitterSeconds", parsed.GetValue(_jitter));
        Put(request, "overlap", parsed.GetValue(_overlap));
        using var api = session.OpenApi();
        request["run"] = await RunRequest.ReadAsync(session.Context.Terminal, api, run, cancellationToken);
        var added = await session.SendAsync(
            () => api.AddScheduleAsync(request, cancellationToken),
            "whether the schedule was added is not known; `azureperf schedule list` shows it, if it was");
        session.Write(() => ScheduleReport.Added(added.Value), () => ScheduleReport.Csv([added.Value]), added.Json);
        await SayWhatEachRunTakesAsync(session, api, request["run"]!.AsObject(), cancellationToken);
        return ExitCode.Ok;
    }

    /// <summary>The schedule is stored whether or not this is answered.</summary>
    private static async Task SayWhatEachRunTakesAsync(
        Session session, ApiClient api, JsonObject run, CancellationToken cancellationToken)
    {
        try
        {
            var proposed = (await api.EstimateAsync(run, cancellationToken)).Value;
            session.Say(
                $"each run: {EstimateText.Work(proposed.Estimate)}{EstimateText.Extent(proposed.Estimate)}"
                    + (EstimateText.Cost(proposed) is { Length: > 0 } cost ? "; cost of the requests: " + cost : ""));
            foreach (var note in ProposedRun.Notes(proposed))
            {
                session.Say(note);
            }

            foreach (var fault in proposed.Exceeded)
            {
                session.Say($"{Refused(fault)}: {fault.Path} {fault.Message}");
            }
        }
        catch (ApiFailure)
        {
            session.Say("the schedule was added, but what each run takes could not be estimated");
        }
    }

    /// <summary>Limits of a run hold for each; those of a day and quotas count what is used up now, which the next run may find
    /// otherwise.</summary>
    private static string Refused(SpecFault fault) => fault.Path.EndsWith("PerRun", StringComparison.Ordinal)
        ? "as things stand each run will be refused"
        : "submitted now it would be refused";

    private static void Put(JsonObject request, string member, JsonNode? value)
    {
        if (value is not null)
        {
            request[member] = value;
        }
    }
}
