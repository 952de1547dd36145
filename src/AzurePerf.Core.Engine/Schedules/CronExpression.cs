using NCrontab;

namespace AzurePerf.Core.Schedules;

/// <summary>
/// A cron expression of five fields: minute, hour, day of the month, month, day of the week (0 or SUN is Sunday). All five must match: a
/// day of the month together with a day of the week means the days that are both. There are no seconds.
/// </summary>
public sealed class CronExpression
{
    /// <summary>Every day that the calendar has, each weekday of 29 February included, comes within so many years of 2000.</summary>
    private const int CalendarYears = 30;

    /// <summary>The same around the year 2100, which has no 29 February.</summary>
    private const int LongestGapYears = 60;

    private readonly CrontabSchedule _schedule;

    private CronExpression(string text, CrontabSchedule schedule) => (Text, _schedule) = (text, schedule);

    /// <summary>The expression with single blanks between its fields.</summary>
    public string Text { get; }

    /// <summary>Reads an expression; null with a fault that names the wrong field.</summary>
    public static CronExpression? Read(string text, out string fault)
    {
        var fields = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        fault = fields.Length != CronField.All.Count
            ? $"must have {CronField.All.Count} fields and has {fields.Length}: minute, hour, day of the month, month, day of the week, "
                + "such as 0 2 * * MON-FRI"
            : CronField.All.Select((field, index) => field.FaultIn(fields[index])).FirstOrDefault(wrong => wrong is not null) ?? "";
        if (fault.Length > 0)
        {
            return null;
        }

        var normal = string.Join(' ', fields);
        var expression = new CronExpression(normal, CrontabSchedule.Parse(normal));
        if (expression.NextAfter(new(1999, 12, 31, 23, 59, 0), CalendarYears) is null)
        {
            fault = "names a day that no year has";
            return null;
        }

        return expression;
    }

    /// <summary>The first matching minute after a local time; null when there is none before the calendar ends.</summary>
    public DateTime? NextAfter(DateTime local) => NextAfter(local, LongestGapYears);

    public override string ToString() => Text;

    private DateTime? NextAfter(DateTime local, int years)
    {
        var end = local.Year + years < DateTime.MaxValue.Year ? local.AddYears(years) : DateTime.MaxValue.Date;
        var next = _schedule.GetNextOccurrence(local, end);
        return next < end ? next : null;
    }
}
