using AzurePerf.Core.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Schedules;

public sealed class CronExpressionTests
{
    [Theory]
    [InlineData("* * * * *", "2026-01-01 00:01")]
    [InlineData("30 2 * * *", "2026-01-01 02:30")]
    [InlineData("*/20 * * * *", "2026-01-01 00:20")]
    [InlineData("0 9-17/4 * * *", "2026-01-01 09:00")]
    [InlineData("5/10 * * * *", "2026-01-01 00:05")]
    [InlineData("0 9 * * MON-FRI", "2026-01-01 09:00")]
    [InlineData("0 9 * * 0", "2026-01-04 09:00")]
    [InlineData("0 9 * feb,MAR sun", "2026-02-01 09:00")]
    [InlineData("0 0 29 2 *", "2028-02-29 00:00")]
    [InlineData("0 0 29 2 MON", "2044-02-29 00:00")]
    [InlineData("  0   0 1 1  * ", "2027-01-01 00:00")]
    public void An_expression_names_its_next_minute(string text, string next) =>
        Assert.Equal(next, SampleSchedules.Text(SampleSchedules.Times(text).NextAfter(SampleSchedules.At("2026-01-01"))));

    [Fact]
    public void A_day_of_the_month_and_a_day_of_the_week_must_both_match() =>
        Assert.Equal("2026-06-15 09:00", SampleSchedules.Text(SampleSchedules.Times("0 9 15 * MON").NextAfter(SampleSchedules.At("2026-01-01"))));

    [Fact]
    public void Blanks_between_fields_do_not_matter() => Assert.Equal("0 0 1 JAN *", CronExpression.Read("  0   0 1 JAN  * ", out _)!.ToString());

    [Theory]
    [InlineData("60 * * * *", "has '60' as its minute: it takes *, or 0 to 59, ranges such as 0-59")]
    [InlineData("0 24 * * *", "has '24' as its hour: ")]
    [InlineData("0 0 0 * *", "has '0' as its day of the month: it takes *, or 1 to 31, ")]
    [InlineData("0 0 1 13 *", "has '13' as its month: it takes *, or 1 to 12 or JAN to DEC, ")]
    [InlineData("0 0 * * 7", "has '7' as its day of the week: it takes *, or 0 to 6 or SUN to SAT, ")]
    [InlineData("0 0 * * Monday", "has 'Monday' as its day of the week: ")]
    [InlineData("0 0 * J *", "has 'J' as its month: ")]
    [InlineData("1,,2 * * * *", "has '' as its minute: ")]
    [InlineData("-1 * * * *", "has '-1' as its minute: ")]
    [InlineData("1- * * * *", "has '1-' as its minute: ")]
    [InlineData("*-5 * * * *", "has '*-5' as its minute: ")]
    [InlineData("99999999999 * * * *", "has '99999999999' as its minute: ")]
    [InlineData("0 0 ? * *", "has '?' as its day of the month: ")]
    [InlineData("0 0 L * *", "has 'L' as its day of the month: ")]
    [InlineData("*/0 * * * *", "has '*/0' as its minute: its step must be a whole number from 1 to 59")]
    [InlineData("* */24 * * *", "has '*/24' as its hour: its step must be a whole number from 1 to 23")]
    [InlineData("*/1/2 * * * *", "has '*/1/2' as its minute: its step ")]
    [InlineData("0 0 * * FRI-MON", "has 'FRI-MON' as its day of the week: the range runs backwards; write two ranges with a comma")]
    [InlineData("5-1 * * * *", "has '5-1' as its minute: the range runs backwards; ")]
    [InlineData("*/5 * * *", "must have 5 fields and has 4: minute, hour, day of the month, month, day of the week, such as ")]
    [InlineData("0 */5 * * * *", "must have 5 fields and has 6: ")]
    [InlineData("@daily", "must have 5 fields and has 1: ")]
    [InlineData("", "must have 5 fields and has 0: ")]
    [InlineData("0 0 30 2 *", "names a day that no year has")]
    [InlineData("0 0 31 4,6,9,11 *", "names a day that no year has")]
    public void A_fault_names_the_wrong_field_and_what_it_takes(string text, string fault)
    {
        Assert.Null(CronExpression.Read(text, out var found));

        Assert.StartsWith(fault, found, StringComparison.Ordinal);
    }
}
