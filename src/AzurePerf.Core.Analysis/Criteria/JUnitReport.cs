using System.Globalization;
using System.Text;
using System.Xml;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Criteria;

/// <summary>Criteria as JUnit's XML, which builds show as tests: a suite per criterion, a test per configuration. Missed is a failure,
/// cannot tell is skipped; whether that lets a build pass is for the exit code to say. Where the run itself is why it cannot be told, the
/// run is a test that is skipped: passed tests alone would say that all is well.</summary>
public static class JUnitReport
{
    private const string TheRun = "the run";

    /// <param name="run">Whose criteria they are.</param>
    /// <param name="report">What they came to; null for none, or before the end.</param>
    /// <param name="disclaimer">What must be said of every number, as a property of each suite; empty for nothing.</param>
    public static byte[] Write(RunState run, CriteriaReport? report, string disclaimer)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(disclaimer);
        Test[] tests = [.. (report?.Results ?? []).Select(Test.Of), .. OfRun(run, report)];
        var ended = run.EndedAt ?? run.SubmittedAt;
        using var stream = new MemoryStream();
        using (var xml = XmlWriter.Create(stream, new() { Encoding = new UTF8Encoding(false), Indent = true }))
        {
            var name = run.Spec.Name.Length > 0 ? run.Spec.Name : run.Spec.Experiment;
            xml.WriteStartElement("testsuites");
            WriteText(xml, "name", $"{name} ({run.RunId})");
            WriteCounts(xml, tests);
            foreach (var suite in tests.GroupBy(test => test.Criterion))
            {
                xml.WriteStartElement("testsuite");
                WriteText(xml, "name", suite.First().Suite);
                WriteCounts(xml, [.. suite]);
                xml.WriteAttributeString("timestamp", ended.UtcDateTime.ToString("s", CultureInfo.InvariantCulture));
                if (disclaimer.Length > 0)
                {
                    xml.WriteStartElement("properties");
                    xml.WriteStartElement("property");
                    xml.WriteAttributeString("name", "disclaimer");
                    WriteText(xml, "value", disclaimer);
                    xml.WriteEndElement();
                    xml.WriteEndElement();
                }

                foreach (var test in suite)
                {
                    Write(xml, run.Spec.Experiment, test);
                }

                xml.WriteEndElement();
            }

            xml.WriteEndElement();
        }

        return stream.ToArray();
    }

    /// <summary>The run as a test, where no criterion says that it cannot be told.</summary>
    private static Test[] OfRun(RunState run, CriteriaReport? report)
    {
        var isTold = report is null
            ? run.Spec.FailIf is not { Count: > 0 }
            : report.Verdict != CriteriaVerdict.Undecided || report.Results.Any(result => result.Verdict == CriteriaVerdict.Undecided);
        return isTold
            ? []
            : [new(TheRun, TheRun, TheRun, CriteriaVerdict.Undecided, report?.Sentence ?? "Cannot tell: the run has not ended.")];
    }

    private static void Write(XmlWriter xml, string experiment, Test test)
    {
        xml.WriteStartElement("testcase");
        WriteText(xml, "classname", experiment);
        WriteText(xml, "name", test.Name);
        xml.WriteAttributeString("time", "0");
        if (test.Verdict != CriteriaVerdict.Met)
        {
            xml.WriteStartElement(test.Verdict == CriteriaVerdict.Missed ? "failure" : "skipped");
            WriteText(xml, "message", test.Message);
            xml.WriteEndElement();
        }
        else
        {
            xml.WriteElementString("system-out", XmlSafeText.Of(test.Message));
        }

        xml.WriteEndElement();
    }

    private static void WriteText(XmlWriter xml, string attribute, string text) =>
        xml.WriteAttributeString(attribute, XmlSafeText.Of(text));

    private static void WriteCounts(XmlWriter xml, IReadOnlyCollection<Test> tests)
    {
        (string Name, int Count)[] counts =
        [
            ("tests", tests.Count), ("failures", tests.Count(test => test.Verdict == CriteriaVerdict.Missed)), ("errors", 0),
            ("skipped", tests.Count(test => test.Verdict == CriteriaVerdict.Undecided)),
        ];
        foreach (var (name, count) in counts)
        {
            xml.WriteAttributeString(name, count.ToString(CultureInfo.InvariantCulture));
        }

        xml.WriteAttributeString("time", "0");
    }

    /// <summary>What is shown as a test.</summary>
    /// <param name="Criterion">As in the request: tests of one are a suite.</param>
    /// <param name="Suite">What that suite is called.</param>
    /// <param name="Name">Of the test.</param>
    /// <param name="Verdict">What it came to.</param>
    /// <param name="Message">Why.</param>
    private sealed record Test(string Criterion, string Suite, string Name, CriteriaVerdict Verdict, string Message)
    {
        public static Test Of(CriterionResult result) => new(
            result.Criterion, result.Words, result.Place.Length > 0 ? $"{result.Words} at {result.Place}" : result.Words, result.Verdict,
            CriteriaText.Of(result));
    }
}
