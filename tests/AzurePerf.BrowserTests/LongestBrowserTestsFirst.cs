using AzurePerf.Testing;
using Xunit;

[assembly: TestCollectionOrderer(typeof(AzurePerf.BrowserTests.LongestBrowserTestsFirst))]

namespace AzurePerf.BrowserTests;

public sealed class LongestBrowserTestsFirst() : LongestFirst(typeof(JourneyTests), typeof(PageTests), typeof(RereadTests), typeof(RunPageTests), typeof(KeyboardTests));
