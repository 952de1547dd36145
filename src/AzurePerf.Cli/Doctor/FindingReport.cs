using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Doctor;

/// <summary>Findings for people and for programs.</summary>
internal static class FindingReport
{
    public static string Table(IReadOnlyList<Finding> findings, Sheet sheet) =>
        string.Concat(findings.SelectMany(finding => Lines(finding, sheet)).Select(line => line + "\n"));

    public static string Csv(IReadOnlyList<Finding> findings)
    {
        var csv = new CsvText("check", "ok", "detail", "advice");
        foreach (var finding in findings)
        {
            csv.Add(finding.Subject, finding.Ok, finding.Detail, finding.Advice);
        }

        return csv.ToString();
    }

    /// <summary>One document; with the maintenance run's own document when there is one.</summary>
    public static string Json(IReadOnlyList<Finding> findings, string? maintenanceRun) => new JsonObject
    {
        ["checks"] = new JsonArray([.. findings.Select(finding => new JsonObject
        {
            ["check"] = finding.Subject,
            ["ok"] = finding.Ok,
            ["detail"] = finding.Detail,
            ["advice"] = finding.Advice,
        })]),
        ["maintenanceRun"] = maintenanceRun is null ? null : JsonNode.Parse(maintenanceRun),
    }.ToJsonString();

    private static IEnumerable<string> Lines(Finding finding, Sheet sheet)
    {
        var indent = new string(' ', 9);
        var mark = finding.Ok ? "ok       " : sheet.Bold("problem") + "  ";
        var text = $"{finding.Subject}: {finding.Detail}";
        return finding.Advice.Length == 0
            ? sheet.Wrap(text, mark, indent)
            : sheet.Wrap(text, mark, indent).Concat(sheet.Wrap("-> " + finding.Advice, indent, indent + "   "));
    }
}

/// <summary>What one check found.</summary>
/// <param name="Subject">What was checked.</param>
/// <param name="Ok">False when something must be done.</param>
/// <param name="Detail">What is there.</param>
/// <param name="Advice">What to do; empty when nothing.</param>
internal sealed record Finding(string Subject, bool Ok, string Detail, string Advice = "");
