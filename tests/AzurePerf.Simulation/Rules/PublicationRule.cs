using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>At the end every point is published, with the attempt that was decided on, be it accepted, failed or missed; but one that was cancelled is not.</summary>
internal sealed class PublicationRule(RuleBook book) : Rule(book)
{
    private const string MeasureStage = "01";
    private const string Cancelled = nameof(BenchmarkTaskStatus.Cancelled);

    public override void AtEnd()
    {
        foreach (var row in Book.Tasks.Ended.Where(row => TaskRow.StageOf(row) == MeasureStage && !Book.IsRefused(TaskRow.RunOf(row))))
        {
            Check(row, TaskRow.StatusOf(row), Published(row));
        }
    }

    private void Check(Row row, string status, int? published)
    {
        if (status != Cancelled && published != TaskRow.AttemptOf(row))
        {
            Break($"{TaskRow.KeyOf(row)} is {status} by attempt {TaskRow.AttemptOf(row)}; published is attempt {published?.ToString(CultureInfo.InvariantCulture) ?? "none"}");
        }
        else if (status == Cancelled && published is not null)
        {
            Break($"{TaskRow.KeyOf(row)} was cancelled and is published");
        }
    }

    private int? Published(Row row)
    {
        var point = ((TaskRow.NumberOf(row) / TaskRow.MembersOf(row)) + 1).ToString("D6", CultureInfo.InvariantCulture);
        if (Book.Account.Find(ControlNames.PointsTable, TaskRow.RunOf(row), point) is not { } stored)
        {
            return null;
        }

        using var document = JsonDocument.Parse(stored.Text("point"));
        return document.RootElement.GetProperty("attempt").GetInt32();
    }
}
