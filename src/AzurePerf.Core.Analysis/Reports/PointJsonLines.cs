using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>The points of a run as JSON Lines: one document per point, as in the API, with what is needed to tell it from the points of
/// other runs.</summary>
public static class PointJsonLines
{
    public static string Render(RunResponse run, PointListResponse points)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(points);
        var text = new StringBuilder();
        foreach (var point in points.Points.OrderBy(point => point.Number))
        {
            var line = new JsonObject
            {
                ["runId"] = run.Id,
                ["experiment"] = run.Spec.Experiment,
                ["scale"] = run.Spec.Scale,
                ["target"] = run.Spec.Target,
                ["seed"] = run.Spec.Seed,
                ["planHash"] = run.PlanHash,
                ["workers"] = run.Spec.Workers,
                ["tags"] = JsonSerializer.SerializeToNode(run.Tags, ApiJson.Options),
                ["parameters"] = run.Spec.Parameters.DeepClone(),
            };
            if (points.Disclaimer.Length > 0)
            {
                line["disclaimer"] = points.Disclaimer;
            }

            foreach (var (name, value) in JsonSerializer.SerializeToNode(point, ApiJson.Options)!.AsObject())
            {
                line.Add(name, value?.DeepClone());
            }

            text.Append(line.ToJsonString(ApiJson.Options)).Append('\n');
        }

        return text.ToString();
    }
}
