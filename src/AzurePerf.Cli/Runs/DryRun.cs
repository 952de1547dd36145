using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>Reads a run request as the server would, and says what it would do; nothing is submitted.</summary>
internal static class DryRun
{
    public static async Task<int> PrintAsync(Session session, ApiClient api, JsonObject request, CancellationToken cancellationToken)
    {
        // Only the server knows its targets.
        var targets = (await api.ListExperimentsAsync(cancellationToken)).Value.Targets;
        var reading = new RunSpecReader([.. targets], session.Context.Ids).Read(Encoding.UTF8.GetBytes(request.ToJsonString()));
        if (reading.Spec is not { } spec)
        {
            throw CommandFailure.Usage(reading.Faults.Select(fault => (fault.Path, fault.Message)));
        }

        var (work, seconds) = Plan(ExperimentCatalogue.Find(spec.Experiment)!, spec);
        session.Write(
            () => $"{spec.Experiment} ({spec.Scale}) on {spec.Target}: {work}{(seconds > 0 ? $", measured for about {Figures.Duration(TimeSpan.FromSeconds(seconds))}" : "")}; nothing was submitted\n",
            () =>
            {
                var csv = new CsvText("experiment", "scale", "target", "work", "expectedSeconds");
                csv.Add(spec.Experiment, spec.Scale, spec.Target, work, seconds);
                return csv.ToString();
            },
            JsonSerializer.Serialize(spec, ApiJson.Options));
        return ExitCode.Ok;
    }

    private static (string Work, double Seconds) Plan(ExperimentDefinition definition, RunSpec spec)
    {
        if (definition.IsBag)
        {
            return (string.Create(CultureInfo.InvariantCulture, $"{RunPlanner.PlanBags(definition, spec).Count} bags"), 0);
        }

        var points = RunPlanner.Plan(definition, spec).Points;
        return (string.Create(CultureInfo.InvariantCulture, $"{points.Count} points"), points.Sum(point => point.Expected.TotalSeconds));
    }
}
