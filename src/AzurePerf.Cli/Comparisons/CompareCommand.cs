using System.CommandLine;
using System.Globalization;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Comparisons;

namespace AzurePerf.Cli.Comparisons;

/// <summary>`azureperf compare`.</summary>
internal sealed class CompareCommand : ToolCommand
{
    private readonly Argument<string?> _baseline = Run(
        "BASELINE", "The run that the other one is compared with: its id, or the beginning of it.");
    private readonly Argument<string?> _candidate = Run("CANDIDATE", "The run that is judged, likewise.");
    private readonly Option<string?> _metric = new("--metric")
    {
        Description = "What is compared. [default the rate that the experiment is about; p50 in an open loop]",
        HelpName = "NAME",
    };
    private readonly Option<double?> _margin = MarginOption.Create("--margin", "Changes up to this share do not matter. [default 5%]");
    private readonly Option<string?> _across = new("--across")
    {
        Description = "What may differ, because the comparison is about it: " + string.Join(", ", ComparisonAspects.Words) + ".",
        HelpName = "WORD[,WORD...]",
    };

    private readonly Option<string?> _failOn = new("--fail-on")
    {
        Description = "regression: end with 3 when a point regressed, and with 1 when that cannot be told of one.",
        HelpName = "WORD",
    };
    private readonly Option<bool> _allowUndecided = new("--allow-undecided")
    {
        Description = "With --fail-on: undecided points pass. Points that could not be compared never do.",
    };
    private readonly Option<bool> _marked = new("--marked")
    {
        Description = "Hold the one run that is named against the marked baseline of its experiment and target.",
    };
    private readonly DocumentOptions _document = new();
    private readonly NoiseFloorOptions _noiseFloor = new();

    public CompareCommand(Func<ParseResult, Session> open)
        : base(
            "compare",
            "Compares two runs, or measures how different the same thing looks when it is measured twice.",
            "azureperf compare 4x2k 7ahq",
            "azureperf compare 4x2k 7ahq --metric p95 --margin 10% --fail-on regression",
            "azureperf compare 4x2k 7ahq --across sdk,build",
            "azureperf compare 4x2k 7ahq --format html --out comparison.html",
            "azureperf compare 7ahq --marked --fail-on regression",
            "azureperf compare --noise-floor default --experiment table.query")
    {
        _failOn.AcceptOnlyFromAmong("regression");
        Add(_baseline);
        Add(_candidate);
        foreach (var option in new Option[] { _metric, _margin, _across, _failOn, _allowUndecided, _marked })
        {
            Add(option);
        }

        _document.AddTo(this);
        _noiseFloor.AddTo(this);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed, cancellationToken));
    }

    private static Argument<string?> Run(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.ZeroOrOne };

    private Task<int> ExecuteAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        var (baseline, candidate) = (parsed.GetValue(_baseline), parsed.GetValue(_candidate));
        if (_noiseFloor.Read(parsed) is { } noiseFloor)
        {
            return baseline is null && parsed.GetValue(_across) is null && parsed.GetValue(_failOn) is null
                && !parsed.GetValue(_allowUndecided) && !parsed.GetValue(_marked) && _document.Read(parsed) is null
                ? NoiseFloorMeasurement.PrintAsync(
                    session, noiseFloor, parsed.GetValue(_metric), parsed.GetValue(_margin), cancellationToken)
                : throw CommandFailure.Usage(
                    "--noise-floor submits runs of its own: name no other runs, and none of --across, --fail-on, --allow-undecided, "
                        + "--marked and --format");
        }

        if (parsed.GetValue(_allowUndecided) && parsed.GetValue(_failOn) is null)
        {
            throw CommandFailure.Usage("--allow-undecided says what --fail-on regression lets pass: name both");
        }

        if (parsed.GetValue(_marked))
        {
            candidate = baseline is not null && candidate is null
                ? baseline
                : throw CommandFailure.Usage("--marked needs one run, which is compared with the marked baseline");
            baseline = null;
        }

        return candidate is not null && (baseline is not null || parsed.GetValue(_marked))
            ? CompareAsync(session, baseline, candidate, [.. QueryOf(parsed)], GateOf(parsed), _document.Read(parsed), cancellationToken)
            : throw CommandFailure.Usage(
                "name two runs, such as `azureperf compare 4x2k 7ahq`, one with --marked, or a target to measure with --noise-floor");
    }

    /// <summary>Null where the comparison is only printed.</summary>
    private RegressionGate? GateOf(ParseResult parsed) => parsed.GetValue(_failOn) is null ? null : new(parsed.GetValue(_allowUndecided));

    private IEnumerable<(string Name, string Value)> QueryOf(ParseResult parsed)
    {
        if (parsed.GetValue(_metric) is { } metric)
        {
            yield return ("metric", metric);
        }

        if (parsed.GetValue(_margin) is { } margin)
        {
            yield return ("margin", ((decimal)margin).ToString(CultureInfo.InvariantCulture));
        }

        if (parsed.GetValue(_across) is { } across)
        {
            yield return ("across", across);
        }
    }

    private static async Task<int> CompareAsync(
        Session session, string? baseline, string candidate, (string Name, string Value)[] options, RegressionGate? gate,
        DocumentRequest? document, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi(document is null ? null : OutputFile.Patience);
        var comparison = await api.CompareAsync(
            baseline is null ? null : await ResolveAsync(api, baseline, cancellationToken),
            await ResolveAsync(api, candidate, cancellationToken), options, cancellationToken);
        if (document is not null)
        {
            using var content = await api.ExportComparisonAsync(
                [comparison.Value.Baseline.Id, comparison.Value.Candidate.Id], options, document.Format, cancellationToken);
            await OutputFile.WriteAsync(session, document.File, content, cancellationToken);
            return gate?.Judge(comparison.Value) ?? ExitCode.Ok;
        }

        var experiment = session.Format == OutputFormat.Table
            ? await api.FindExperimentAsync(comparison.Value.Experiment, cancellationToken)
            : null;
        var page = api.ComparisonPage([comparison.Value.Baseline.Id, comparison.Value.Candidate.Id]);
        session.Write(() => ComparisonReport.Table(experiment, comparison.Value, session.Sheet, page),
            () => ComparisonCsv.Render(comparison.Value), comparison.Json);
        return gate?.Judge(comparison.Value) ?? ExitCode.Ok;
    }

    /// <summary>A run, or the parts of one that took turns with those of another, with dots between them.</summary>
    private static async Task<string> ResolveAsync(ApiClient api, string side, CancellationToken cancellationToken)
    {
        var ids = new List<string>();
        foreach (var part in side.Split('.'))
        {
            ids.Add(await RunPrefix.ResolveAsync(api, part, cancellationToken));
        }

        return string.Join('.', ids);
    }
}
