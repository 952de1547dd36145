using System.Globalization;
using System.Text;
using System.Xml;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Criteria;

/// <summary>Criteria as JUnit's XML, which builds show as tests: a suite per criterion, a test per configuration. Missed is a failure,
/// cannot tell is skipped; whether that lets a build pass is for the exit code to say.</summary>
public static class JUnitReport
{
    /// <param name="run">Whose criteria they are.</param>
    /// <param name="report">What they came to; null for none, or before the end.</param>
    /// <param name="disclaimer">What must be said of every number, as a property of each suite; empty for nothing.</param>
    public static byte[] Write(RunState run, CriteriaReport? report, string disclaimer)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(disclaimer);
        var results = report?.Results ?? [];
        var ended = run.EndedAt ?? run.SubmittedAt;
        using var stream = new MemoryStream();
        using (var xml = XmlWriter.Create(stream, new() { Encoding = new UTF8Encoding(false), Indent = true }))
        {
            var name = run.Spec.Name.Length > 0 ? run.Spec.Name : run.Spec.Experiment;
            xml.WriteStartElement("testsuites");
            WriteText(xml, "name", $"{name} ({run.RunId})");
            WriteCounts(xml, results);
            foreach (var suite in results.GroupBy(result => result.Criterion))
            {
                xml.WriteStartElement("testsuite");
                WriteText(xml, "name", suite.First().Words);
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

                foreach (var result in suite)
                {
                    Write(xml, run.Spec.Experiment, result);
                }

                xml.WriteEndElement();
            }

            xml.WriteEndElement();
        }

        return stream.ToArray();
    }

    private static void Write(XmlWriter xml, string experiment, CriterionResult result)
    {
        xml.WriteStartElement("testcase");
        WriteText(xml, "classname", experiment);
        WriteText(xml, "name", result.Place.Length > 0 ? $"{result.Words} at {result.Place}" : result.Words);
        xml.WriteAttributeString("time", "0");
        if (result.Verdict != CriteriaVerdict.Met)
        {
            xml.WriteStartElement(result.Verdict == CriteriaVerdict.Missed ? "failure" : "skipped");
            WriteText(xml, "message", CriteriaText.Of(result));
            xml.WriteEndElement();
        }
        else
        {
            xml.WriteElementString("system-out", XmlSafeText.Of(CriteriaText.Of(result)));
        }

        xml.WriteEndElement();
    }

    private static void WriteText(XmlWriter xml, string attribute, string text) =>
        xml.WriteAttributeString(attribute, XmlSafeText.Of(text));

    private static void WriteCounts(XmlWriter xml, IReadOnlyCollection<CriterionResult> results)
    {
        (string Name, int Count)[] counts =
        [
            ("tests", results.Count), ("failures", results.Count(result => result.Verdict == CriteriaVerdict.Missed)), ("errors", 0),
            ("skipped", results.Count(result => result.Verdict == CriteriaVerdict.Undecided)),
        ];
        foreach (var (name, count) in counts)
        {
            xml.WriteAttributeString(name, count.ToString(CultureInfo.InvariantCulture));
        }

        xml.WriteAttributeString("time", "0");
    }
}
