using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;

namespace AzurePerf.Cli.Schedules;

/// <summary>The argument that names a schedule, and the schedule that it means.</summary>
internal static class ScheduleArgument
{
    private const int Shown = 5;

    public static Argument<string> Create() => new("SCHEDULE") { Description = "The schedule's id, the beginning of it, or its name." };

    /// <summary>The full id; a full id costs no request, so that a schedule whose row makes no sense can be removed too.</summary>
    public static async Task<string> ResolveAsync(ApiClient api, string text, CancellationToken cancellationToken)
    {
        var wanted = text.Trim();
        return IdText.IsValid(wanted) ? wanted : Choose(wanted, (await api.ListSchedulesAsync(cancellationToken)).Value.Schedules);
    }

    /// <summary>A name as a whole goes before the beginning of an id.</summary>
    internal static string Choose(string wanted, IReadOnlyList<ScheduleResponse> schedules)
    {
        var named = schedules.Where(schedule => wanted.Length > 0 && schedule.Name == wanted).ToArray();
        var matches =
            (named.Length > 0 ? named
                : schedules.Where(schedule => wanted.Length > 0 && schedule.Id.StartsWith(wanted, StringComparison.OrdinalIgnoreCase)))
            .Select(schedule => schedule.Id).ToArray();
        return matches switch
        {
            [var only] => only,
            [] =>
                throw CommandFailure.Usage(
                    $"no schedule has '{wanted}' as its name or the beginning of its id; `azureperf schedule list` shows them"),
            _ => throw CommandFailure.Usage(
                $"{matches.Length} schedules go by '{wanted}': "
                    + $"{string.Join(", ", matches.Take(Shown))}{(matches.Length > Shown ? ", ..." : "")}; name one by its id"),
        };
    }
}
