using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Runs;

namespace AzurePerf.Web.Comparisons;

/// <summary>Submits two compared runs once more, in parts that take turns.</summary>
internal sealed class RunsInTurns(Resubmission again, RunSubmission submission, IIdSource ids)
{
    /// <summary>Why the two cannot be measured again in turns, as a clause; null when they can.</summary>
    public string? Obstacle(RunState baseline, RunState candidate)
    {
        var key = ids.NewId();
        return RunTurns.Obstacle(baseline.Spec, candidate.Spec)
            ?? new[] { baseline, candidate }.SelectMany(run => again.Clone(run.Spec, ChangesOf(run, 1, key)).Faults)
                .Select(fault => fault.Clause()).FirstOrDefault();
    }

    /// <summary>Submits all parts in their order.</summary>
    /// <param name="baseline">The run that the other one was compared with.</param>
    /// <param name="candidate">The run that was judged.</param>
    /// <param name="owner">Whose the parts are.</param>
    /// <param name="key">Of the form, so that sending it twice submits the parts once.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>How the new comparison is named, or what was refused after how many parts.</returns>
    public async Task<TurnsSubmitted> SubmitAsync(
        RunState baseline, RunState candidate, string owner, string key, CancellationToken cancellationToken)
    {
        var (first, second) = (new List<string>(), new List<string>());
        foreach (var isSecond in RunTurns.Order)
        {
            var (run, parts) = isSecond ? (candidate, second) : (baseline, first);
            var reading = again.Clone(run.Spec, ChangesOf(run, parts.Count + 1, key));
            if (reading.Spec is not { } spec)
            {
                return new("", first.Count + second.Count, reading.Faults);
            }

            var side = isSecond ? "B" : "A";
            var turn = string.Create(CultureInfo.InvariantCulture, $"{side}{parts.Count + 1}");
            var submitted = await submission.SubmitAsync(
                spec, owner, $"turns-{key}-{turn}", $"turns {run.RunId} {turn}", null, cancellationToken,
                new(RunOriginKind.Clone, ComparedSides.FirstOf(run.RunId)));
            if (submitted.IsRefused)
            {
                return new("", first.Count + second.Count, submitted.Faults);
            }

            if (submitted.Outcome == SubmissionOutcome.KeyReused)
            {
                // Parts that were found before it are those of the other runs too.
                return new("", 0, [new("", "this page was sent for other runs before: press the button again")]);
            }

            parts.Add(submitted.Run.RunId);
        }

        return new($"{ComparedSides.NameOf(first)},{ComparedSides.NameOf(second)}", RunTurns.Order.Count, []);
    }

    private static byte[] ChangesOf(RunState run, int part, string key)
    {
        var ending = string.Create(CultureInfo.InvariantCulture, $", part {part} of {RunTurns.Parts}");
        var name = RunTurns.NameOf(run.Spec.Name.Length > 0 ? run.Spec.Name : run.RunId[..Math.Min(run.RunId.Length, 6)]);
        var changes = new JsonObject
        {
            ["name"] = CutTo(SpecLimits.NameLength - ending.Length, name) + ending,
            ["repetitions"] = RunTurns.RepetitionsOf(run.Spec.Repetitions),
            ["seed"] = null,
            ["tags"] = new JsonObject { [RunTurns.Tag] = key },
        };
        return Encoding.UTF8.GetBytes(changes.ToJsonString());
    }

    /// <summary>The beginning of a text, cut so that no character is halved.</summary>
    private static string CutTo(int length, string text) =>
        text.Length <= length ? text : text[..(char.IsHighSurrogate(text[length - 1]) ? length - 1 : length)];
}

/// <summary>What came of submitting runs in turns.</summary>
/// <param name="Runs">How their comparison is named; empty where a part was refused.</param>
/// <param name="Parts">That were submitted.</param>
/// <param name="Faults">Why the next one was not; empty where all were.</param>
internal sealed record TurnsSubmitted(string Runs, int Parts, IReadOnlyList<SpecFault> Faults)
{
    /// <summary>What to tell whoever asked; empty where all went well.</summary>
    /// <param name="key">By which the parts are found.</param>
    public string Complaint(string key) => Faults.Count == 0 ? "" :
        $"{NumberFormat.Count(Parts)} of {NumberFormat.Count(RunTurns.Order.Count)} parts were submitted, then: "
            + string.Join("; ", Faults.Select(fault => fault.Clause()))
            + (Parts > 0 ? $"; cancel those under /runs?tag={RunTurns.Tag}%3D{key} if you do not want them" : "");
}
