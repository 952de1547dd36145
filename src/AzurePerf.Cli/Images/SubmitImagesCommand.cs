using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Programs;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Images;

/// <summary>`azureperf images submit`.</summary>
internal sealed class SubmitImagesCommand : ToolCommand
{
    /// <summary>More work is submitted by a person only after a question.</summary>
    private static readonly TimeSpan Unasked = TimeSpan.FromHours(1);

    private const string Program = "program";
    private const string Reductions = "reductions";

    private readonly ImageParameters _parameters = new();
    private readonly Option<string?> _preset = new("--preset")
    {
        Description = "Values for what is not said: quick, reduced or paper, which is a year of a continent.",
        HelpName = "NAME",
    };

    private readonly Option<string?> _name = new("--name") { Description = "Your own words for the run.", HelpName = "TEXT" };
    private readonly Option<string?> _mail = MailOption.Create();
    private readonly Option<bool> _estimate = new("--estimate")
    {
        Description = "Say how many tasks it takes, what is there already, how long it lasts and what it costs. Submit nothing.",
    };

    private readonly Option<bool> _yes = new("--yes", "-y")
    {
        Description = "Do not ask, also where it is more than an hour of work. Only a person at a terminal is asked.",
    };

    private readonly WaitOptions _wait = new();

    public SubmitImagesCommand(Func<ParseResult, Session> open)
        : base(
            "submit",
            "Says what the images will take, submits a run that makes them and prints its id. What was made before is used again.",
            "azureperf images submit --area \"box 5 45 16 55\" --from 2024-01-25 --days 2 --wait",
            "azureperf images submit --product MOD11A1 --data-set LST_Day_1km --area h18v04 --days 30 --aggregate-days 10",
            "azureperf images submit --preset quick --aggregate max --reductions \"picture zones\" --wait",
            "azureperf images submit --area h18v04 --days 2 --program 1f0c9a3e --wait",
            "azureperf images submit --area \"polygon 5 45, 16 45, 10 55\" --days 365 --estimate")
    {
        _preset.AcceptOnlyFromAmong([.. ModisPipelineOptions.Definition.Presets.Select(preset => preset.Name)]);
        _parameters.AddTo(this);
        foreach (var option in new Option[] { _preset, _name, _mail, _estimate, _yes })
        {
            Add(option);
        }

        _wait.AddTo(this);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed, cancellationToken));
    }

    private async Task<int> ExecuteAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        var waiting = _wait.Read(parsed);
        var request = Read(parsed);
        using var api = session.OpenApi();
        await NameProgramAsync(api, (JsonObject)request["parameters"]!, cancellationToken);
        var estimate = await api.EstimateImagesAsync(request, cancellationToken);
        if (parsed.GetValue(_estimate))
        {
            session.Write(
                () => ImageEstimateTable.Text(estimate.Value, session.Sheet), () => ImageEstimateTable.Csv(estimate.Value), estimate.Json);
            return estimate.Value.Exceeded.Count == 0 ? ExitCode.Ok : ExitCode.Failure;
        }

        session.Say(ImageEstimateText.Sentence(estimate.Value));
        foreach (var quota in estimate.Value.Quotas)
        {
            session.Say(QuotaText.Standing(quota));
        }

        if (LongWork(estimate.Value) is { } work && !parsed.GetValue(_yes)
            && await session.RefusesAsync($"it is {NumberFormat.Duration(work)} of work: submit it?", cancellationToken))
        {
            throw new CommandFailure("the run was not submitted; with --yes nothing is asked");
        }

        var submitted = await SubmittedRun.SendAsync(
            session, ModisPipelineOptions.Definition.Id, () => api.SubmitAsync(request, cancellationToken));
        var code = await SubmittedRun.FinishAsync(session, api, submitted, waiting, cancellationToken);
        if (waiting is not null)
        {
            await ImageReport.SayMadeAsync(session, api, submitted.Value.Id, code, cancellationToken);
        }

        return code;
    }

    /// <summary>Gives a program its whole hash, and has it make results: it is named for nothing else.</summary>
    private static async Task NameProgramAsync(ApiClient api, JsonObject parameters, CancellationToken cancellationToken)
    {
        if ((string?)parameters[Program] is not { Length: > 0 } given)
        {
            return;
        }

        parameters[Program] = (await api.GetProgramAsync(ProgramArgument.Require(given), cancellationToken)).Value.Hash;
        var reductions = (string?)parameters[Reductions] ?? (string)ModisPipelineOptions.Definition.FindParameter(Reductions)!.Default!;
        if (!reductions.Split(' ', ',').Contains(RequestReductions.Program))
        {
            parameters[Reductions] = $"{reductions} {RequestReductions.Program}".Trim();
        }
    }

    /// <summary>Null where nobody needs to be asked: it is short, not known, or refused anyway.</summary>
    private static TimeSpan? LongWork(ImageEstimateResponse estimate) =>
        estimate.Exceeded.Count == 0 && estimate.Seconds > Unasked.TotalSeconds
            ? TimeSpan.FromSeconds(Math.Min(estimate.Seconds.Value, TimeSpan.MaxValue.TotalSeconds / 2))
            : null;

    private JsonObject Read(ParseResult parsed)
    {
        var request = new JsonObject { ["experiment"] = ModisPipelineOptions.Definition.Id, ["parameters"] = _parameters.Read(parsed) };
        foreach (var (member, text) in new[]
        {
            ("preset", parsed.GetValue(_preset)),
            ("name", parsed.GetValue(_name)),
            ("notify", parsed.GetValue(_mail)),
        })
        {
            if (text is not null)
            {
                request[member] = text;
            }
        }

        return request;
    }
}
