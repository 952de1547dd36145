using System.CommandLine;
using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Cli.Experiments;

/// <summary>`azureperf experiments`.</summary>
internal sealed class ExperimentsCommand : ToolCommand
{
    private readonly Argument<string?> _id = new("ID")
    {
        Description = "One experiment, with its parameters and presets.",
        Arity = ArgumentArity.ZeroOrOne,
    };

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
                () => CatalogueReport.Table(catalogue.Value, session.Sheet),
                () => CatalogueReport.Csv(catalogue.Value),
                catalogue.Json);
            return ExitCode.Ok;
        }

        var experiment = await FindAsync(api, catalogue.Value, id, cancellationToken);
        session.Write(
            () => ExperimentReport.Table(experiment.Value, session.Sheet),
            () => ExperimentReport.Csv(experiment.Value),
            JsonNode.Parse(experiment.Json)!.ToJsonString());
        return ExitCode.Ok;
    }

    /// <summary>Those that the catalogue does not list can be submitted and looked up by their whole id.</summary>
    private static async Task<ApiDocument<ExperimentResponse>> FindAsync(
        ApiClient api, ExperimentListResponse catalogue, string id, CancellationToken cancellationToken)
    {
        var listed = catalogue.Experiments.FirstOrDefault(experiment => experiment.Id.Equals(id, StringComparison.OrdinalIgnoreCase));
        try
        {
            return await api.GetExperimentAsync(listed?.Id ?? id, cancellationToken);
        }
        catch (ApiFailure failure) when (failure.Status == HttpStatusCode.NotFound)
        {
            var known = catalogue.Experiments.Select(experiment => experiment.Id).ToArray();
            throw CommandFailure.Usage(
                $"'{id}' is not an experiment; there are {string.Join(", ", known)}{NearestWord.Question(id, known)}");
        }
    }
}
