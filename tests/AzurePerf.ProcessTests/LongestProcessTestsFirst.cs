using AzurePerf.ProcessTests.Faults;
using AzurePerf.ProcessTests.Local;
using AzurePerf.ProcessTests.PlugIns;
using AzurePerf.ProcessTests.Programs;
using AzurePerf.ProcessTests.Runs;
using AzurePerf.Testing;
using Xunit;

[assembly: TestCollectionOrderer(typeof(AzurePerf.ProcessTests.LongestProcessTestsFirst))]

namespace AzurePerf.ProcessTests;

public sealed class LongestProcessTestsFirst() : LongestFirst(
    typeof(ProgramRunTests),
    typeof(RandomFaultsTests),
    typeof(PlugInTests),
    typeof(EndToEndTests),
    typeof(ManyWaitingRunsTests),
    typeof(LocalScalingTests),
    typeof(ImagesUnderFaultsTests),
    typeof(PoisonTaskTests));
