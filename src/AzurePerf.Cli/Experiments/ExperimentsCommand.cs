using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Experiments;

/// <summary>`azureperf experiments`.</summary>
internal sealed class ExperimentsCommand : ToolCommand
{
    private readonly Argument<string?> _id = new("ID") { Description = "One experiment, with its parameters and presets.", Arity = ArgumentArity.ZeroOrOne };

    public ExperimentsCommand(Func<ParseResult, Session> open)
        : base(
            "experiments",
            "Lists what can be measured, or one experiment with its parameters.",
            "azureperf experiments",
            "azureperf experiments table.insert",
            "azureperf experiments table.insert --output csv")
    {
        Add(_id);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetValue(_id), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string? id, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var catalogue = await api.ListExperimentsAsync(cancellationToken);
        if (id is null)
        {
            session.Write(
                () => CatalogueReport.Table(catalogue.Value, session.Paint),
                () => CatalogueReport.Csv(catalogue.Value),
                catalogue.Json);
            return ExitCode.Ok;
        }

        var experiment = Find(catalogue.Value, id);
        session.Write(
            () => ExperimentReport.Table(experiment, session.Paint),
            () => ExperimentReport.Csv(experiment),
            Extract(catalogue, experiment.Id));
        return ExitCode.Ok;
    }

    private static ExperimentResponse Find(ExperimentListResponse catalogue, string id) =>
        catalogue.Experiments.FirstOrDefault(experiment => experiment.Id.Equals(id, StringComparison.OrdinalIgnoreCase))
        ?? throw CommandFailure.Usage($"'{id}' is not an experiment; there are {string.Join(", ", catalogue.Experiments.Select(experiment => experiment.Id))}");

    // The part of the API's document as it came, so that members this version does not know are kept.
    private static string Extract(ApiDocument<ExperimentListResponse> catalogue, string id) =>
        JsonNode.Parse(catalogue.Json)!["experiments"]!.AsArray().First(experiment => (string?)experiment!["id"] == id)!.ToJsonString();
}
