using System.Globalization;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Executions;

namespace AzurePerf.Web.Reports;

/// <summary>Reads the query parameter <c>days</c> of reports; API and page take the same.</summary>
internal static class ReportDays
{
    /// <summary>The number of days, or what is wrong with it.</summary>
    public static (int Days, SpecFault? Fault) Read(string? text)
    {
        var days = OutcomeReader.DefaultDays;
        return text is null || (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out days) && days is >= 1 and <= OutcomeReader.MostDays)
            ? (days, null)
            : (OutcomeReader.DefaultDays, new("days", $"must be a whole number from 1 to {OutcomeReader.MostDays}"));
    }
}
