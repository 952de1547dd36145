namespace AzurePerf.Sql.Data;

/// <summary>
/// The calendar of the data: the market trades Monday to Friday for eight hours. Times are microseconds since 1 January 2000. Clients
/// start on the day after the last one with history.
/// </summary>
public static class MarketDays
{
    public const long Second = 1_000_000;
    public const long Day = 86_400 * Second;

    /// <summary>Seconds of a trading day.</summary>
    public const int Session = 8 * 3_600;

    /// <summary>Trading days before that of the clients: five years.</summary>
    public const int Today = 1_305;

    private const long FirstMonday = 1_829; // 3 January 2005
    private const long Opening = 9 * 3_600 * Second;

    /// <summary>Midnight of a trading day.</summary>
    public static long Date(int day) => (FirstMonday + (day / 5 * 7) + (day % 5)) * Day;

    /// <summary>A time within a trading day.</summary>
    /// <param name="day">Of the calendar, from 0.</param>
    /// <param name="microseconds">Since the market opened.</param>
    public static long At(int day, long microseconds) => Date(day) + Opening + microseconds;

    /// <summary>When an operation happens in the world of the data: ten a second, whatever the clock says.</summary>
    /// <param name="client">Its number, from 1.</param>
    /// <param name="number">Of the client's operation, from 0.</param>
    public static long OfOperation(int client, long number) => At(Today, ((number + 1) * Second / 10) + client);
}
