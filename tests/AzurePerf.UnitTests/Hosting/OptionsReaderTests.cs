using AzurePerf.Hosting.Settings;
using AzurePerf.Worker;
using Microsoft.Extensions.Configuration;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class OptionsReaderTests
{
    [Fact]
    public void Defaults_hold_where_nothing_is_set_and_all_effective_values_are_shown()
    {
        var reading = Read();

        Assert.Equal(4, reading.Value.Slots);
        Assert.Equal(
            ["Sample:Slots=4", "Sample:Weight=1", "Sample:Seed=0", "Sample:Hours=(not set)", "Sample:Heartbeat=00:00:05", "Sample:Day=(not set)", "Sample:Token=(not set)", "Sample:Pools=[bag measure]"],
            reading.Group.Effective);
    }

    [Fact]
    public void Set_values_are_read_by_names_in_any_case()
    {
        var reading = Read(("sample:SLOTS", "7"), ("Sample:Heartbeat", "00:01:00"), ("Sample:Day", "Friday"));

        Assert.Empty(reading.Group.Faults);
        Assert.Equal((7, TimeSpan.FromMinutes(1), DayOfWeek.Friday), (reading.Value.Slots, reading.Value.Heartbeat, reading.Value.Day));
    }

    [Fact]
    public void A_secret_is_read_but_never_shown()
    {
        var reading = Read(("Sample:Token", "hidden"));

        Assert.Equal("hidden", reading.Value.Token);
        Assert.Contains("Sample:Token=(set)", reading.Group.Effective);
        Assert.DoesNotContain(reading.Group.Effective, line => line.Contains("hidden", StringComparison.Ordinal));
    }

    [Fact]
    public void All_faults_are_found_at_once_and_no_wrong_value_is_repeated()
    {
        var reading = Read(("Sample:Slots", "101"), ("Sample:Heartbeat", "later"), ("Sample:Day", "Someday"), ("Sample:Slotz", "5"));

        Assert.Equal(
            [
                "Sample:Day is not one of Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday",
                "Sample:Heartbeat is not a duration such as 00:00:05",
                "Sample:Slots must be from 1 to 100",
                "Sample:Slotz is not a setting; Sample has Slots, Weight, Seed, Hours, Heartbeat, Day, Token, Pools",
            ],
            reading.Group.Faults.Order(StringComparer.Ordinal));
        Assert.Empty(reading.Group.Effective);
    }

    [Theory]
    [InlineData("Sample:Slots", "foo", "Sample:Slots is not a whole number from 1 to 100")]
    [InlineData("Sample:Weight", "99999999999", "Sample:Weight is not a whole number from 1 to 9")]
    [InlineData("Sample:Seed", "99999999999", "Sample:Seed is not a whole number from -2147483648 to 2147483647")]
    [InlineData("Sample:Hours", "ten", "Sample:Hours is not a number from 0.001 to 1000000000")]
    public void What_is_no_number_is_told_with_the_range(string name, string value, string fault) =>
        Assert.Equal([fault], Read((name, value)).Group.Faults);

    [Fact]
    public void Settings_of_other_hosts_in_the_same_section_are_left_alone()
    {
        var section = new ConfigurationBuilder().AddInMemoryCollection([new("Sample:slotz", "5"), new("Sample:Slots", "7")]).Build().GetSection("Sample");

        var reading = new OptionsReader<SampleOptions>(section, "Slotz");

        Assert.Equal((0, 7), (reading.Group.Faults.Count, reading.Value.Slots));
    }

    [Fact]
    public void A_message_of_the_framework_reads_as_a_sentence_about_the_setting() =>
        Assert.Equal(["Sample:Weight must be between 1 and 9"], Read(("Sample:Weight", "10")).Group.Faults);

    [Fact]
    public void A_list_that_is_given_as_one_value_is_a_fault_that_says_how_to_give_it()
    {
        Assert.Equal(["Sample:Pools is a list: give Sample:Pools:0"], Read(("Sample:Pools", "bag")).Group.Faults);
        Assert.Equal(["bag"], Read(("Sample:Pools:0", "bag")).Value.Pools);
        Assert.Empty(Read(("Sample:Pools", "")).Group.Faults);
    }

    [Fact]
    public void Rates_of_faults_that_are_given_as_one_value_are_a_fault_that_says_how_to_give_them() => Assert.Equal(
        ["Worker:Faults is a list: give Worker:Faults:NAME"],
        new OptionsReader<WorkerOptions>(new ConfigurationBuilder().AddInMemoryCollection([new("Worker:Faults", "0.02"), new("Worker:Pool", "bag")]).Build().GetSection("Worker")).Group.Faults);

    [Theory]
    [InlineData("BlobReadFailed", "0.02", "")]
    [InlineData("blobreadfailed", "1.5", "Worker:Faults has a rate for blobreadfailed that is none from 0 to 1")]
    [InlineData("BlobReadFailed:x", "0.02", "Worker:Faults:BlobReadFailed is not one value")]
    [InlineData("BlobReadFail", "0.02", "Worker:Faults has no cause 'BlobReadFail'; it has UnknownFailure, NullLog")]
    public void Rates_of_faults_are_checked_by_name_and_shown(string cause, string rate, string fault)
    {
        var reading = new OptionsReader<WorkerOptions>(new ConfigurationBuilder()
            .AddInMemoryCollection([new($"Worker:Faults:{cause}", rate), new("Worker:Pool", "bag")]).Build().GetSection("Worker"));

        if (fault.Length == 0)
        {
            Assert.Contains("Worker:Faults=[BlobReadFailed=0.02]", reading.Group.Effective);
            Assert.Equal("BlobReadFailed 0.02", reading.Value.Injected.ToString());
        }
        else
        {
            Assert.StartsWith(fault, Assert.Single(reading.Group.Faults), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_worker_that_executes_no_work_of_tasks_injects_nothing() =>
        Assert.False(new WorkerOptions { Faults = new() { ["BlobReadFailed"] = "1" } }.Injected.Any);

    private static OptionsReader<SampleOptions> Read(params (string Name, string Value)[] settings) => new(
        new ConfigurationBuilder()
            .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create<string, string?>(setting.Name, setting.Value)))
            .Build()
            .GetSection("Sample"));
}
