using System.Net;
using System.Text;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Mail;

/// <summary>The mail about the end of a run: the answer first, then the counts, then where there is more.</summary>
/// <param name="Subject">One line.</param>
/// <param name="Text">For programs that show text.</param>
/// <param name="Html">The same for those that show HTML; a picture in it is <c>cid:</c> and <see cref="PictureId"/>.</param>
public sealed record RunMail(string Subject, string Text, string Html)
{
    /// <summary>What the HTML calls the picture that comes with it.</summary>
    public const string PictureId = "picture@azureperf";

    private const int SubjectCharacters = 120;
    private const string Why = "AzurePerf sent this because the run asked for a mail at its end.";

    /// <summary>The mail about a run that has ended.</summary>
    public static RunMail Of(RunMailFacts facts)
    {
        ArgumentNullException.ThrowIfNull(facts);
        var answer = AnswerOf(facts);
        (string Name, string Value)[] lines = [.. LinesOf(facts)];
        (string Words, string Address)[] links = [.. LinksOf(facts)];
        return new(
            OneLine($"{Shortened(SubjectOf(facts))}: {answer}"), TextOf(facts, answer, lines, links), HtmlOf(facts, answer, lines, links));
    }

    private static string SubjectOf(RunMailFacts facts) =>
        facts.Run.Spec.Name.Length > 0 ? facts.Run.Spec.Name
        : facts.Images is { } images ? $"Images of {images.Product}"
        : facts.Title;

    /// <summary>"4 of 4 results made", "0 of 1 results made: the program ended with exit code 3", "completed: 12 of 12 points",
    /// "failed".</summary>
    private static string AnswerOf(RunMailFacts facts) => facts switch
    {
        { Images.Asked: { IsNothing: true } asked } when CauseOf(facts) is { Length: > 0 } cause => $"{Made(asked)}: {cause}",
        { Images.Asked: { Planned: > 0 } asked } => Made(asked),
        { Images: not null } => "nothing to make",
        { Course: { Points: > 0 } course } => $"{facts.Run.Status.Words()}: {RunText.Progress(course)}",
        _ => facts.Run.Status.Words(),
    };

    /// <summary>Why the last execution failed, as a clause; empty where none did.</summary>
    private static string CauseOf(RunMailFacts facts) =>
        facts.Course?.Engine.Ends.LastOrDefault(end => !FailureTaxonomy.IsReuse(end.Cause)) is not { } end ? ""
        : end.Reason.Length > 0 ? FirstClause(end.Reason)
        : FailureTaxonomy.Of(end.Cause).Label;

    private static IEnumerable<(string Name, string Value)> LinesOf(RunMailFacts facts)
    {
        var run = facts.Run;
        yield return ("Run", run.Spec.Name.Length > 0 ? $"{OneLine(run.Spec.Name)} ({run.RunId})" : run.RunId);
        yield return ("Experiment", facts.Title);
        yield return ("State", StateText(run.Status.Words(), run.Reason));
        if (RunDuration.Of(run.SubmittedAt, run.StartedAt, run.EndedAt, run.EndedAt ?? run.SubmittedAt) is { } duration)
        {
            yield return ("Duration", NumberFormat.Duration(duration));
        }

        if (run.EndedAt is { } ended)
        {
            yield return ("Ended", NumberFormat.Instant(ended));
        }

        if (run.Headline is { } headline)
        {
            yield return ("Best result (median)", HeadlineText.Value(headline.Value, headline.Unit));
        }

        foreach (var line in facts.Images is { } images ? LinesOf(images) : [])
        {
            yield return line;
        }

        foreach (var stage in facts.Course is { } course ? RunText.Bags(course).Where(stage => stage.Tasks > 0) : [])
        {
            yield return (Texts.Sentence.Start(stage.Name), StageText.Progress(stage));
        }

        var ends = (facts.Course?.Stages ?? []).SelectMany(stage => stage.Ends).GroupBy(end => end.Key)
            .ToDictionary(cause => cause.Key, cause => cause.Sum(end => end.Value));
        if (ends.Count > 0)
        {
            yield return ("Failed attempts", $"{NumberFormat.Count(ends.Values.Sum())} ({CausesText(ends)})");
        }
    }

    private static IEnumerable<(string Name, string Value)> LinesOf(MadeImages images)
    {
        if (images.Program.Length > 0)
        {
            yield return ("Program",
                images.Program + (images.ProgramFiles.Count > 0 ? $", which made {string.Join(", ", images.ProgramFiles)}" : ""));
        }

        if (images.ResultsPlanned > 0)
        {
            yield return ("Results", Made(images.Results, images.ResultsPlanned));
        }

        if (images.PeriodsPlanned > 0)
        {
            yield return ("Images of periods", Made(images.Periods, images.PeriodsPlanned));
        }

        yield return ("Images of days", Made(images.Days, images.DaysPlanned));

        foreach (var (count, name) in new[]
        {
            (images.InputMissing, "Made with a granule missing"),
            (images.NotCovered, "Tiles and days without granule"),
            (images.NotListed, "Not known: their listing failed"),
        })
        {
            if (count > 0)
            {
                yield return (name, NumberFormat.Count(count));
            }
        }

        if (images.OfMadeGranules)
        {
            yield return ("Source", "simulated data, not satellite measurements");
        }
    }

    private static IEnumerable<(string Words, string Address)> LinksOf(RunMailFacts facts)
    {
        var page = $"{facts.Portal}/runs/{facts.Run.RunId}";
        yield return ("The run", page);
        if (facts.Images is not null)
        {
            yield return ("Its images", page + "/images");
        }

        if (facts.SharedLink.Length > 0)
        {
            var until = facts.SharedUntil is { } ends ? $", until {NumberFormat.Instant(ends)}" : "";
            var readers = facts.SharedWithAnyone ? "anyone who has it" : "people who can sign in to AzurePerf";
            yield return ($"Read-only link that you can forward (opens for {readers}{until})", facts.SharedLink);
        }
    }

    private static string TextOf(
        RunMailFacts facts, string answer, (string Name, string Value)[] lines, (string Words, string Address)[] links)
    {
        var text = new StringBuilder();
        text.Append(OneLine(SubjectOf(facts))).Append(": ").Append(answer).Append(".\n\n");
        foreach (var (name, value) in lines)
        {
            text.Append(name).Append(": ").Append(OneLine(value)).Append('\n');
        }

        foreach (var (words, address) in links)
        {
            text.Append('\n').Append(words).Append(":\n").Append(address).Append('\n');
        }

        return text.Append('\n').Append(Why).Append('\n').ToString();
    }

    private static string HtmlOf(
        RunMailFacts facts, string answer, (string Name, string Value)[] lines, (string Words, string Address)[] links)
    {
        var html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
            .Append(Encoded(SubjectOf(facts))).Append("</title></head>\n")
            .Append("<body style=\"font-family: sans-serif\">\n<h1 style=\"font-size: 1.2em\">")
            .Append(Encoded(SubjectOf(facts))).Append(": ").Append(Encoded(answer)).Append("</h1>\n");
        if (facts.Images is { Picture: not null } images)
        {
            html.Append("<p><img src=\"cid:").Append(PictureId).Append("\" alt=\"").Append(Encoded(images.PictureWords))
                .Append("\" style=\"max-width: 100%\"><br><small>").Append(Encoded(images.PictureWords)).Append("</small></p>\n");
        }

        html.Append("<table>\n");
        foreach (var (name, value) in lines)
        {
            html.Append("<tr><th scope=\"row\" style=\"text-align: left; padding-right: 1em\">").Append(Encoded(name)).Append("</th><td>")
                .Append(Encoded(value)).Append("</td></tr>\n");
        }

        html.Append("</table>\n<ul>\n");
        foreach (var (words, address) in links)
        {
            html.Append("<li>").Append(Encoded(words)).Append(": <a href=\"").Append(Encoded(address)).Append("\">")
                .Append(Encoded(address)).Append("</a></li>\n");
        }

        return html.Append("</ul>\n<p><small>").Append(Why).Append("</small></p>\n</body></html>\n").ToString();
    }

    private static string Made(AskedImages asked) =>
        $"{NumberFormat.Count(asked.Made)} of {NumberFormat.Count(asked.Planned)} {asked.What} made";

    private static string Made(int made, int planned) => $"{NumberFormat.Count(made)} of {NumberFormat.Count(planned)} made";

    /// <summary>With a number for each cause, where there are several.</summary>
    private static string CausesText(Dictionary<FailureCause, int> ends) =>
        ends.Count == 1 ? FailureTaxonomy.Of(ends.Keys.Single()).Label : StageText.Ends(ends);

    private static string StateText(string state, string reason) => reason.Length == 0 ? state : $"{state}: {reason}";

    /// <summary>"The program ended with exit code 3. Its log ends: x" as "the program ended with exit code 3".</summary>
    private static string FirstClause(string reason)
    {
        var end = reason.IndexOf(". ", StringComparison.Ordinal);
        var clause = Shortened((end < 0 ? reason : reason[..end]).TrimEnd('.'));
        return clause.Length > 1 && char.IsUpper(clause[0]) && char.IsLower(clause[1])
            ? char.ToLowerInvariant(clause[0]) + clause[1..]
            : clause;
    }

    private static string Encoded(string text) => WebUtility.HtmlEncode(OneLine(text));

    private static string Shortened(string text) => text.Length <= SubjectCharacters ? text
        : text[..(char.IsHighSurrogate(text[SubjectCharacters - 1]) ? SubjectCharacters - 1 : SubjectCharacters)] + "...";

    /// <summary>Reasons may have in them what an exception said; nothing of it may begin a line of its own.</summary>
    private static string OneLine(string text) =>
        text.Any(TextSteering.Is) ? string.Concat(text.Select(character => TextSteering.Is(character) ? ' ' : character)) : text;
}
