using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.Storage.Trends;

namespace AzurePerf.Web.Trends;

/// <summary>Finds the runs that a trend is drawn over, for pages and programs alike.</summary>
internal sealed class TrendReader(ExperimentCatalogue experiments, TrendStore trends, RunStore runs, ScheduleStore schedules)
{
    /// <summary>The newest runs that a trend has.</summary>
    public const int MostRuns = 1_000;

    /// <summary>The newest runs of an experiment on a target among which they are looked for: others may lie between them.</summary>
    public const int MostRead = 10_000;

    /// <summary>The runs of a schedule; null when there is none with this id.</summary>
    public async Task<TrendSubject?> OfScheduleAsync(string id, CancellationToken cancellationToken)
    {
        if (await FindScheduleAsync(id, cancellationToken) is not { } found)
        {
            return null;
        }

        var (listed, isCut) = await ListAsync(
            found.Experiment, found.Target, found.Id, one => one.ScheduleId == found.Id, cancellationToken);
        return new()
        {
            Experiment = found.Experiment,
            Target = found.Target,
            Definition = experiments.Find(found.Experiment),
            Title = $"{found.Experiment} by schedule {(found.Name.Length > 0 ? found.Name : found.Id)}",
            Runs = listed,
            IsCut = isCut,
            Schedule = found,
        };
    }

    /// <summary>The runs that asked for the same as one run; null when there is none with this id.</summary>
    /// <param name="id">The one run.</param>
    /// <param name="samePlan">True for those with the same seed only.</param>
    public async Task<TrendSubject?> OfRunAsync(string id, bool samePlan, CancellationToken cancellationToken)
    {
        if (!IdText.IsValid(id) || await runs.FindAsync(id, cancellationToken) is not { } found)
        {
            return null;
        }

        var settings = TrendRun.SettingsOf(found.Spec);
        var (listed, isCut) = await ListAsync(
            found.Spec.Experiment, found.Spec.Target, samePlan ? found.PlanHash : settings, IsLike, cancellationToken);
        return new()
        {
            Experiment = found.Spec.Experiment,
            Target = found.Spec.Target,
            Definition = experiments.Find(found.Spec.Experiment),
            Title = $"{found.Spec.Experiment} as in {(found.Spec.Name.Length > 0 ? found.Spec.Name : id)}",
            Runs = listed,
            IsCut = isCut,
            RunId = id,
            IsSamePlan = samePlan,
        };

        bool IsLike(TrendRun one) =>
            one.Sample == found.Sample && (samePlan ? one.PlanHash.Length > 0 && one.PlanHash == found.PlanHash : one.Settings == settings);
    }

    private async Task<Schedule?> FindScheduleAsync(string id, CancellationToken cancellationToken)
    {
        try
        {
            return IdText.IsValid(id) ? await schedules.FindAsync(id, cancellationToken) : null;
        }
        catch (CorruptRowException)
        {
            // The list of schedules says what is wrong with it.
            return null;
        }
    }

    /// <summary>The runs, oldest first, and whether older ones were not looked at.</summary>
    /// <param name="experiment">Of the runs.</param>
    /// <param name="target">Of the runs.</param>
    /// <param name="mark">A text that the rows of runs that belong here have: others need no closer look.</param>
    /// <param name="belongs">Decides about a run.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    private async Task<(TrendRun[] Runs, bool IsCut)> ListAsync(
        string experiment, string target, string mark, Func<TrendRun, bool> belongs, CancellationToken cancellationToken)
    {
        var (newest, read) = (new List<TrendRun>(), 0);
        await foreach (var one in trends.ListMarkedAsync(experiment, target, mark, cancellationToken))
        {
            if (newest.Count == MostRuns || ++read > MostRead)
            {
                break;
            }

            if (one is not null && belongs(one))
            {
                newest.Add(one);
            }
        }

        newest.Reverse();
        return ([.. newest], read > MostRead);
    }
}
