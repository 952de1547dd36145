using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Experiments;

/// <summary>The catalogue for people and for programs.</summary>
internal static class CatalogueReport
{
    public static string Table(ExperimentListResponse catalogue, Sheet sheet)
    {
        var table = new TextTable(new("experiment"), new("title") { IsName = true }, new("published in") { IsName = true });
        foreach (var experiment in catalogue.Experiments)
        {
            table.Add(experiment.Id, experiment.Title, experiment.Source);
        }

        var targets = "targets: " + string.Join(", ", catalogue.Targets);
        return string.Concat(table.Lines(sheet).Append("").Concat(sheet.Wrap(targets)).Select(line => line + "\n"));
    }

    public static string Csv(ExperimentListResponse catalogue)
    {
        var csv = new CsvText("experiment", "title", "summary", "source");
        foreach (var experiment in catalogue.Experiments)
        {
            csv.Add(experiment.Id, experiment.Title, experiment.Summary, experiment.Source);
        }

        return csv.ToString();
    }
}
